package dev.carillon.cli.verbs;

import dev.carillon.cli.table.Style;
import dev.carillon.client.Carillon;
import dev.carillon.client.Page;
import dev.carillon.client.Schedule;
import dev.carillon.client.ScheduleQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds the schedule that somebody names by its id or its whole name. */
final class Named {

  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  /** So many names are offered when none fits. */
  private static final int OFFERED = 5;

  private Named() {}

  /** Never a guess: whoever deletes a schedule must have named it. */
  static Schedule find(Carillon server, String name) {
    if (ID.matcher(name).matches()) {
      return server.schedule(name);
    }
    if (name.isBlank()) {
      throw new Usage("expected the id or the name of a schedule, got nothing");
    }
    List<Schedule> similar = all(server, ScheduleQuery.all().with("q", name));
    List<Schedule> found = those(similar, one -> one.name().equals(name));
    if (found.isEmpty()) {
      found = those(similar, one -> one.name().equalsIgnoreCase(name));
    }
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw new Failed(found.isEmpty() ? unknown(name, similar) : ambiguous(name, found));
  }

  private static List<Schedule> those(List<Schedule> schedules, Predicate<Schedule> which) {
    return schedules.stream().filter(which).toList();
  }

  static List<Schedule> all(Carillon server, ScheduleQuery query) {
    List<Schedule> all = new ArrayList<>();
    String cursor = null;
    do {
      Page<Schedule> page = server.schedules(query, Carillon.PAGE, cursor);
      all.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);
    return all;
  }

  /** A full page, however many short ones the server makes of it, unless there are fewer. */
  static Page<Schedule> first(Carillon server, ScheduleQuery query) {
    Page<Schedule> page = server.schedules(query, Carillon.PAGE, null);
    List<Schedule> first = new ArrayList<>(page.items());
    while (page.nextCursor() != null && first.size() < Carillon.PAGE) {
      page = server.schedules(query, Carillon.PAGE - first.size(), page.nextCursor());
      first.addAll(page.items());
    }
    return new Page<>(first, page.nextCursor());
  }

  private static String unknown(String name, List<Schedule> similar) {
    String message = "there is no schedule called \"%s\"".formatted(name);
    if (similar.isEmpty()) {
      return message + "; `carillon list` shows those there are";
    }
    return message
        + "; did you mean "
        + String.join(
            ", ",
            similar.stream()
                .limit(OFFERED)
                .map(one -> "\"" + Style.plain(one.name()) + "\"")
                .toList())
        + "?";
  }

  private static String ambiguous(String name, List<Schedule> found) {
    StringBuilder message =
        new StringBuilder(
            "%d schedules are called \"%s\"; name one by its id:".formatted(found.size(), name));
    for (Schedule one : found) {
      message.append("\n  %s  %s, %s".formatted(one.id(), one.status(), Lines.timing(one)));
    }
    return message.toString();
  }
}
