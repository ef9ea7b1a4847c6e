#!/usr/bin/env bash
# Builds the C peers that `scripts/bench-compare` measures against. usage: build.sh DIRECTORY
# A peer whose compiler is missing is left out and named; nothing is installed.
# Exit: 0 (what could be built is built), 1 a program did not compile, 2 usage or no C compiler.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ $# -ne 1 ] || [ "${1#-}" != "$1" ]; then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi
out=$1
mkdir -p "$out"

# missing WHAT CONSEQUENCE PROGRAM...: also removes what an earlier build left
missing() {
  echo "peers: $1 is missing: $2. Get it with scripts/install-extras" >&2
  for program in "${@:3}"; do
    rm -f "$out/$program"
  done
}

# compile NAME SOURCE COMPILER [FLAG...]: only when the program is older than its source
compile() {
  local name=$1 source=$2
  shift 2
  if [ "$out/$name" -nt "$here/$source" ] && [ "$out/$name" -nt "$here/bench.h" ]; then
    return
  fi
  echo "peers: building $name" >&2
  "$@" -O3 -o "$out/$name.new" "$here/$source"
  mv "$out/$name.new" "$out/$name"
}

cc=
for candidate in gcc cc clang; do
  if command -v "$candidate" >/dev/null; then
    cc=$candidate
    break
  fi
done
if [ -z "$cc" ]; then
  missing "a C compiler (gcc)" "no peer can be built" phys obar mpib shm
  exit 2
fi
compile phys phys.c "$cc" -march=native
compile obar obar.c "$cc" -march=native

if ! command -v mpicc >/dev/null; then
  missing "mpicc" "MPI is not compared" mpib
elif ! command -v mpirun >/dev/null; then
  missing "mpirun" "MPI is not compared" mpib
else
  compile mpib mpi.c mpicc -march=native
fi

oshcc=$(command -v oshcc || command -v shmemcc || true)
if [ -z "$oshcc" ]; then
  missing "oshcc" "C OpenSHMEM is not compared" shm
elif ! command -v oshrun >/dev/null; then
  missing "oshrun" "C OpenSHMEM is not compared" shm
else
  compile shm shm.c "$oshcc" -march=native
fi
