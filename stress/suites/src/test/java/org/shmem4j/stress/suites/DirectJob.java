package org.shmem4j.stress.suites;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;

/** A job whose ranks are started without our launcher: nobody tells them when one dies. */
final class DirectJob implements AutoCloseable {
  private static final long HEAP_BYTES = 4 << 20;

  private final Job job;
  private final List<Running> ranks = new ArrayList<>();

  private DirectJob(Job job) {
    this.job = job;
  }

  /** Starts a program as a job whose waiters sleep if there are more PEs than processors. */
  static DirectJob start(int pes, Class<?> program, String... arguments) throws IOException {
    boolean maySleep = JobSpec.Waiting.AUTO.maySleep(pes);
    Job job = Job.create(new JobSpec(pes, HEAP_BYTES, HeapBacking.MAPPED, false, maySleep));
    DirectJob direct = new DirectJob(job);
    for (int pe = 0; pe < pes; pe++) {
      List<String> words = new ArrayList<>();
      words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
      words.addAll(List.of("-cp", JobRun.libraryAndTests(), program.getName()));
      words.addAll(List.of(arguments));
      direct.ranks.add(JobRun.java(words.toArray(String[]::new)).env(job.environment(pe)).start());
    }
    return direct;
  }

  Running rank(int pe) {
    return ranks.get(pe);
  }

  /** Waits for the end of all ranks; returns their outcomes by PE. */
  List<Outcome> await() throws IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Running rank : ranks) {
      outcomes.add(rank.await());
    }
    return outcomes;
  }

  Job job() {
    return job;
  }

  @Override
  public void close() {
    for (Running rank : ranks) {
      rank.living().forEach(ProcessHandle::destroyForcibly);
    }
    job.close();
  }
}
