package org.shmem4j.stress.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Team;

/** Teams are split off, work on contexts, with objects of their own and collectives, and end. */
final class TeamStyle {
  /** Numbers of teams and contexts; a round leaves none. */
  private int numbers;

  private final Round round;

  private TeamStyle(Round round) {
    this.round = round;
  }

  /** A team that lives in this round. */
  @SuppressWarnings("ArrayRecordComponent") // nobody changes it
  private record Part(int number, int[] members) {}

  static void plan(Round round) {
    TeamStyle style = new TeamStyle(round);
    Part world = new Part(-1, round.model().world());
    if (round.chance(3)) {
      style.work(world);
      round.meet();
    }
    for (List<Part> together : style.split(world)) {
      style.useAndEnd(together, round.chance(3));
    }
  }

  /** Works in teams that have no PE in common, perhaps in teams of theirs, and ends them. */
  private void useAndEnd(List<Part> parts, boolean further) {
    for (Part part : parts) {
      work(part);
    }
    round.meet();
    if (further) {
      for (Part part : parts) {
        split(part).forEach(inner -> workInside(part, inner));
      }
    }
    parts.forEach(this::end);
    round.meet();
  }

  /** Works in teams of a team, all of whose members meet before they do anything else. */
  private void workInside(Part part, List<Part> inner) {
    inner.forEach(this::work);
    inner.forEach(this::end);
    barrier(part);
  }

  private static Function<Player, Team> team(Part part) {
    return part.number() < 0
        ? player -> player.shmem().world()
        : player -> player.team(part.number());
  }

  /**
   * Splits a team in one of the ways.
   *
   * @return teams in groups; those of a group have no PE in common
   */
  private List<List<Part>> split(Part parent) {
    return switch (round.between(0, 3)) {
      case 0 -> List.of(strided(parent));
      case 1 -> grid(parent);
      case 2 -> List.of(byColour(parent));
      default -> List.of(ofList(parent));
    };
  }

  private List<Part> strided(Part parent) {
    int size = parent.members().length;
    int count = round.between(1, size);
    int stride = count == 1 ? 1 : round.between(1, (size - 1) / (count - 1));
    boolean back = round.chance(2);
    int low = round.between(0, size - 1 - (count - 1) * stride);
    int start = back ? low + (count - 1) * stride : low;
    int step = back ? -stride : stride;
    int[] members =
        IntStream.range(0, count).map(i -> parent.members()[start + i * step]).toArray();
    Part part = new Part(numbers++, members);
    round.together(
        parent.members(),
        "splitStrided to team " + part.number(),
        player -> keep(player, part, team(parent).apply(player).splitStrided(start, step, count)));
    return List.of(part);
  }

  private List<Part> ofList(Part parent) {
    int size = parent.members().length;
    int[] chosen = Arrays.copyOf(round.shuffled(size), round.between(1, size));
    int[] members = Arrays.stream(chosen).map(i -> parent.members()[i]).toArray();
    Part part = new Part(numbers++, members);
    round.together(
        parent.members(),
        "of(" + Arrays.toString(chosen) + ")",
        player -> keep(player, part, team(parent).apply(player).of(chosen)));
    return List.of(part);
  }

  private List<Part> byColour(Part parent) {
    int size = parent.members().length;
    int[] colours = new int[round.model().pes()];
    Arrays.setAll(colours, _ -> round.between(-1, 2));
    List<Part> parts = new ArrayList<>();
    for (int colour = 0; colour <= 2; colour++) {
      int wanted = colour;
      int[] members = Arrays.stream(parent.members()).filter(pe -> colours[pe] == wanted).toArray();
      if (members.length > 0) {
        for (int i = 0; i < members.length / 2; i++) { // the key turns the order round
          int last = members.length - 1 - i;
          int swapped = members[i];
          members[i] = members[last];
          members[last] = swapped;
        }
        parts.add(new Part(numbers++, members));
      }
    }
    round.together(
        parent.members(),
        "split by colour of " + size,
        player -> {
          Team whole = team(parent).apply(player);
          Team team = whole.split(colours[player.pe()], size - whole.pe());
          keepOwn(player, parts, team);
        });
    return parts;
  }

  private List<List<Part>> grid(Part parent) {
    int size = parent.members().length;
    int range = round.between(1, size);
    List<Part> rows = new ArrayList<>();
    List<Part> columns = new ArrayList<>();
    for (int row = 0; row * range < size; row++) {
      int from = row * range;
      rows.add(
          new Part(
              numbers++, Arrays.copyOfRange(parent.members(), from, Math.min(size, from + range))));
    }
    for (int column = 0; column < range; column++) {
      int from = column;
      int[] members =
          IntStream.range(0, size)
              .filter(i -> i % range == from)
              .map(i -> parent.members()[i])
              .toArray();
      columns.add(new Part(numbers++, members));
    }
    round.together(
        parent.members(),
        "split2d(" + range + ")",
        player -> {
          Team.Grid grid = team(parent).apply(player).split2d(range);
          keepOwn(player, rows, grid.x());
          keepOwn(player, columns, grid.y());
        });
    return List.of(rows, columns);
  }

  private static void keepOwn(Player player, List<Part> parts, Team team) {
    for (Part part : parts) {
      if (contains(part, player.pe())) {
        keep(player, part, team);
        return;
      }
    }
    player.expect("a team for who is in none", -1, team.pe());
  }

  private static boolean contains(Part part, int pe) {
    return Arrays.stream(part.members()).anyMatch(member -> member == pe);
  }

  /** Keeps a team, after a look at who is in it. */
  private static void keep(Player player, Part part, Team team) {
    if (!contains(part, player.pe())) {
      player.expect("a team for who is no member", -1, team.pe());
      return;
    }
    player.expect("size of team " + part.number(), part.members().length, team.pes());
    for (int i = 0; i < part.members().length; i++) {
      player.expect("member " + i, part.members()[i], team.worldPe(i));
    }
    player.keep(part.number(), team);
  }

  private void work(Part part) {
    Via via = new Via(numbers++, part.members());
    ContextOption[] options =
        Arrays.stream(ContextOption.values())
            .filter(o -> round.chance(3))
            .toArray(ContextOption[]::new);
    round.together(
        part.members(),
        "createContext" + Arrays.toString(options),
        player -> player.keep(via.context(), team(part).apply(player).createContext(options)));
    OwnedStyle.plan(round, via, round.between(2, 8));
    round.together(
        part.members(),
        "barrier of team " + part.number(),
        player -> team(part).apply(player).barrier());
    if (round.chance(2)) {
      CollectiveStyle.plan(round, part.members(), team(part));
    }
    if (part.number() >= 0 && round.chance(2)) {
      ownObject(part);
    }
    round.together(
        part.members(),
        "close of context " + via.context(),
        player -> {
          ShmemContext context = player.context(via);
          context.close();
          player.forgetContext(via.context());
        });
  }

  /** An object that only the team has: each member puts to the next one, by the team's numbers. */
  private void ownObject(Part part) {
    int[] members = part.members();
    Slot slot =
        round
            .model()
            .newArray(round.oneOf(List.of(Type.values())), round.between(1, 60), false, members);
    MemoryStyle.allocate(round, slot, part.number());
    for (int i = 0; i < members.length; i++) {
      int next = (i + 1) % members.length;
      long[] values = round.values(slot.type(), slot.length());
      round.step(
          members[i],
          "put into " + slot + " of member " + next,
          player -> player.numbers(slot).put(0, values, next));
      round.set(slot, members[next], 0, 1, values);
    }
    round.together(
        members, "barrier of team " + part.number(), player -> team(part).apply(player).barrier());
    long[][] expected = new long[round.model().pes()][];
    for (int pe : members) {
      expected[pe] = slot.copyOf(pe);
    }
    boolean isFreed = round.chance(2);
    round.together(
        members,
        "look at " + slot + " and end it: " + isFreed,
        player -> {
          player.compare(slot, player.pe(), expected[player.pe()], player.numbers(slot).toArray());
          if (isFreed) {
            player.shmem().free(player.numbers(slot).array());
          }
          player.forget(slot);
        });
  }

  private void barrier(Part part) {
    round.together(
        part.members(),
        "barrier of team " + part.number(),
        player -> team(part).apply(player).barrier());
  }

  private void end(Part part) {
    round.together(
        part.members(),
        "destroy of team " + part.number(),
        player -> {
          team(part).apply(player).destroy();
          player.forgetTeam(part.number());
        });
  }
}
