package org.shmem4j.shmem.sim.race;

import java.util.Arrays;

/**
 * What is remembered of one PE's heap: pages where it was touched, and what is on its way there.
 */
final class Shadow {
  private static final int CHUNK_PAGES = 1024;

  private Page[][] chunks = new Page[0][];
  private Issued lastUnderWay;

  void add(Access access, History history) {
    long end = access.offset + access.bytes;
    for (long at = access.offset; at < end; at = pageEnd(at)) {
      int from = inPage(at);
      page(at).add(access, from, from + (int) (Math.min(end, pageEnd(at)) - at), history);
    }
  }

  /** Returns what the cell carries, or null. */
  Clock cell(long offset) {
    Page page = pageOrNull(offset);
    return page == null ? null : page.cell(inPage(offset));
  }

  /** Lets the cell carry this only. */
  void setCell(long offset, Clock clock) {
    page(offset).setCell(inPage(offset), clock);
  }

  /** Lets the cell carry this too. */
  void addToCell(long offset, Clock clock) {
    Clock before = cell(offset);
    setCell(offset, before == null ? clock : clock.addTo(before.addTo(Knowledge.NONE)));
  }

  void depart(Issued issued) {
    issued.previous = lastUnderWay;
    if (lastUnderWay != null) {
      lastUnderWay.next = issued;
    }
    lastUnderWay = issued;
  }

  void arrive(Issued issued) {
    if (issued.next == null) {
      lastUnderWay = issued.previous;
    } else {
      issued.next.previous = issued.previous;
    }
    if (issued.previous != null) {
      issued.previous.next = issued.next;
    }
    issued.previous = null;
    issued.next = null;
  }

  /** Ends the life of the bytes, also for what is still on its way to them. */
  void forget(Access freed) {
    long end = freed.offset + freed.bytes;
    for (long at = freed.offset; at < end; at = pageEnd(at)) {
      Page page = pageOrNull(at);
      if (page != null) {
        int from = inPage(at);
        page.forget(from, from + (int) (Math.min(end, pageEnd(at)) - at));
      }
    }
    for (Issued issued = lastUnderWay; issued != null; issued = issued.previous) {
      if (issued.freed == null && issued.overlaps(freed.offset, end)) {
        issued.freed = freed;
      }
    }
  }

  private static int inPage(long offset) {
    return (int) (offset % Page.BYTES);
  }

  private static long pageEnd(long offset) {
    return (offset / Page.BYTES + 1) * Page.BYTES;
  }

  private Page pageOrNull(long offset) {
    int chunk = (int) (offset / Page.BYTES / CHUNK_PAGES);
    return chunk >= chunks.length || chunks[chunk] == null ? null : chunks[chunk][inChunk(offset)];
  }

  private Page page(long offset) {
    Page page = pageOrNull(offset);
    return page == null ? newPage(offset) : page;
  }

  private Page newPage(long offset) {
    int chunk = (int) (offset / Page.BYTES / CHUNK_PAGES);
    if (chunk >= chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, 2 * chunks.length));
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new Page[CHUNK_PAGES];
    }
    Page page = new Page();
    chunks[chunk][inChunk(offset)] = page;
    return page;
  }

  private static int inChunk(long offset) {
    return (int) (offset / Page.BYTES % CHUNK_PAGES);
  }
}
