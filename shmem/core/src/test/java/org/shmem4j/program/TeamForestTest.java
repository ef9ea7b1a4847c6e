package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricHeap;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;

/**
 * Teams of teams that come and go, and allocate what overlaps on some PEs and not on others: random
 * steps that every PE takes in the same order, each with the teams that it is a member of. A model
 * says who has what.
 */
class TeamForestTest {
  private static final int LINE = 128;
  private static final int LINES = 512;
  private static final int LONGS_IN_A_LINE = LINE / Long.BYTES;
  private static final int MOST_TEAMS = 12;
  private static final int LONGEST = 60 * LONGS_IN_A_LINE;

  /** What the steps of a job's PEs led to, compared when all have ended. */
  private static final class Owned {
    private static final long EXHAUSTED = -1;

    /** By step and PE, the offset; the lines that were free where it found no room. */
    private final Map<Integer, Map<Integer, Long>> offsets = new ConcurrentHashMap<>();

    private final Map<Integer, Map<Integer, boolean[]>> freeLines = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> linesAsked = new ConcurrentHashMap<>();

    void allocated(int step, int pe, long offset) {
      offsets.computeIfAbsent(step, key -> new ConcurrentHashMap<>()).put(pe, offset);
    }

    void exhausted(int step, int pe, int lines, boolean[] free) {
      allocated(step, pe, EXHAUSTED);
      linesAsked.put(step, lines);
      freeLines.computeIfAbsent(step, key -> new ConcurrentHashMap<>()).put(pe, free);
    }

    void check() {
      offsets.forEach((step, byPe) ->
          assertEquals(1, byPe.values().stream().distinct().count(), step + ": " + byPe));
      freeLines.forEach((step, byPe) -> {
        int run = 0;
        for (int line = 0; line < LINES; line++) {
          int at = line;
          run = byPe.values().stream().allMatch(free -> free[at]) ? run + 1 : 0;
          assertTrue(run < linesAsked.get(step), "step " + step + " had room at line " + line);
        }
      });
      assertTrue(offsets.size() > freeLines.size(), "most found room");
    }

    int exhaustedSteps() {
      return freeLines.size();
    }
  }

  /** A team in the model; {@code handle} is what this PE has of it. */
  private static final class Node {
    private final List<Integer> members;
    private final Team handle;
    private final List<Leaf> leaves = new ArrayList<>();

    Node(List<Integer> members, Team handle) {
      this.members = members;
      this.handle = handle;
    }
  }

  /** An array in the model; null if there was no room, or this PE is no member. */
  private static final class Leaf {
    private final int tag;
    private SymmetricLongs array;

    Leaf(int tag) {
      this.tag = tag;
    }
  }

  /** One PE's way through the steps. */
  private static final class Walk {
    private final Shmem shmem;
    private final Random script;
    private final Owned record;
    private final List<Node> nodes = new ArrayList<>();

    /** This PE's memory in use, by its first line. */
    private final TreeMap<Integer, Integer> used = new TreeMap<>();

    private int step;

    Walk(Shmem shmem, long seed, Owned record) {
      this.shmem = shmem;
      this.script = new Random(seed);
      this.record = record;
      nodes.add(new Node(IntStream.range(0, shmem.pes()).boxed().toList(), shmem.world()));
    }

    void run(int steps) {
      for (step = 0; step < steps; step++) {
        Node node = nodes.get(script.nextInt(nodes.size()));
        int what = script.nextInt(100);
        if (what < 15 && nodes.size() < MOST_TEAMS) {
          split(node);
        } else if (what < 60) {
          allocate(node, script.nextInt(LONGEST), script.nextBoolean());
        } else if (what < 78) {
          reallocate(node, script.nextInt(LONGEST));
        } else if (what < 94) {
          free(node);
        } else if (node != nodes.getFirst()) {
          destroy(node);
        }
      }
      while (nodes.size() > 1) {
        destroy(nodes.get(script.nextInt(nodes.size() - 1) + 1));
      }
      while (!nodes.getFirst().leaves.isEmpty()) {
        free(nodes.getFirst());
      }
      SymmetricHeap heap = shmem.heap();
      assertEquals(Map.of(), used);
      assertEquals(heap.size(), heap.largestFree());
    }

    private boolean isIn(Node node) {
      return node.members.contains(shmem.pe());
    }

    private void split(Node parent) {
      record Wish(int pe, int colour, int key) {}

      List<Wish> wishes =
          parent.members.stream()
              .map(pe -> new Wish(pe, script.nextInt(4) - 1, script.nextInt(9) - 4))
              .toList();
      Team handle = Team.INVALID;
      for (Wish own : wishes) {
        if (own.pe == shmem.pe()) {
          handle = parent.handle.split(own.colour, own.key);
        }
      }
      for (int colour = 0; colour < 3; colour++) {
        int wanted = colour;
        List<Integer> members =
            wishes.stream()
                .filter(wish -> wish.colour == wanted)
                .sorted(Comparator.comparingInt(Wish::key)) // stable
                .map(Wish::pe)
                .toList();
        if (!members.isEmpty()) {
          Node node = new Node(members, members.contains(shmem.pe()) ? handle : Team.INVALID);
          assertEquals(members.indexOf(shmem.pe()), node.handle.pe());
          nodes.add(node);
        }
      }
    }

    private void allocate(Node node, int length, boolean isZeroed) {
      Leaf leaf = new Leaf(step);
      node.leaves.add(leaf);
      if (!isIn(node)) {
        return;
      }
      SymmetricHeap heap = node.handle.heap();
      try {
        leaf.array =
            isZeroed
                ? heap.calloc(ElementType.LONG, length)
                : heap.malloc(ElementType.LONG, length);
      } catch (HeapExhaustedException e) {
        record.exhausted(step, shmem.pe(), lines(length), freeLines());
        return;
      }
      record.allocated(step, shmem.pe(), leaf.array.offset());
      use(leaf.array);
      putContent(node, leaf, 0);
    }

    private void reallocate(Node node, int length) {
      Leaf leaf = any(node);
      if (leaf == null || leaf.array == null) {
        return;
      }
      checkContent(leaf, leaf.array.length());
      SymmetricLongs old = leaf.array;
      long kept = Math.min(old.length(), length);
      try {
        leaf.array = node.handle.heap().realloc(old, length);
      } catch (HeapExhaustedException e) {
        record.exhausted(step, shmem.pe(), lines(length), freeLines());
        checkContent(leaf, old.length());
        return;
      }
      record.allocated(step, shmem.pe(), leaf.array.offset());
      assertNotNull(used.remove(line(old)));
      use(leaf.array);
      checkContent(leaf, kept);
      putContent(node, leaf, kept);
    }

    private void free(Node node) {
      Leaf leaf = any(node);
      node.leaves.remove(leaf);
      if (leaf != null && leaf.array != null) {
        checkContent(leaf, leaf.array.length());
        node.handle.heap().free(leaf.array);
        assertNotNull(used.remove(line(leaf.array)));
      }
    }

    private void destroy(Node node) {
      for (Leaf leaf : node.leaves) {
        if (leaf.array != null) {
          checkContent(leaf, leaf.array.length());
          assertNotNull(used.remove(line(leaf.array)));
        }
      }
      node.handle.destroy();
      nodes.remove(node);
    }

    private Leaf any(Node node) {
      return node.leaves.isEmpty() ? null : node.leaves.get(script.nextInt(node.leaves.size()));
    }

    /** Each member's copy is written by the one before it in the team. */
    private void putContent(Node node, Leaf leaf, long from) {
      int to = (node.handle.pe() + 1) % node.handle.pes();
      for (long i = from; i < leaf.array.length(); i++) {
        leaf.array.p(i, content(leaf, i, node.members.get(to)), to);
      }
      node.handle.barrier();
    }

    private void checkContent(Leaf leaf, long count) {
      for (long i = 0; i < count; i++) {
        if (leaf.array.at(i) != content(leaf, i, shmem.pe())) {
          assertEquals(content(leaf, i, shmem.pe()), leaf.array.at(i), leaf.array + " at " + i);
        }
      }
    }

    private static long content(Leaf leaf, long index, int pe) {
      return ((leaf.tag + 1L) << 32) + (index << 8) + pe;
    }

    private static int lines(long length) {
      return (int) Math.max(1, (length + LONGS_IN_A_LINE - 1) / LONGS_IN_A_LINE);
    }

    private static int line(SymmetricLongs array) {
      assertEquals(0, array.offset() % LINE);
      return (int) (array.offset() / LINE);
    }

    /** Nothing of this PE may be there already. */
    private void use(SymmetricLongs array) {
      int first = line(array);
      int end = first + lines(array.length());
      assertTrue(end <= LINES, "beyond the heap");
      Map.Entry<Integer, Integer> before = used.lowerEntry(end);
      assertTrue(before == null || before.getValue() <= first, "overlaps " + before);
      assertNull(used.put(first, end));
    }

    private boolean[] freeLines() {
      boolean[] free = new boolean[LINES];
      Arrays.fill(free, true);
      used.forEach((first, end) -> Arrays.fill(free, first, end, false));
      return free;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,800", "2,2,800", "2,3,800", "3,4,800", "3,5,800", "4,6,500", "5,7,400", "8,8,150"
  })
  void shouldAgreeWithTheModel(int pes, long seed, int steps) {
    Owned record = new Owned();
    Jobs.run(pes, (long) LINES * LINE, shmem -> new Walk(shmem, seed, record).run(steps));
    record.check();
    assertTrue(pes > 5 || record.exhaustedSteps() > 0, "the heap was full now and then");
  }
}
