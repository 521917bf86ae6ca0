package dev.carillon.engine;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.ledger.Bookkeeper;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.Verdict;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.TimingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What several changes ask of the store. To plan them is to refuse what the bookkeeper would refuse
 * now: it decides about each schedule as it was seen. Under the lock it decides again.
 */
final class Plan {

  private final List<Entry> created = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<Integer> changes = new ArrayList<>();

  private Plan() {}

  /**
   * @throws RefusedChange for the first one that cannot be made
   */
  static Plan of(List<Change> changes, Ids ids, Instant now) {
    Plan plan = new Plan();
    for (int i = 0; i < changes.size(); i++) {
      try {
        switch (changes.get(i)) {
          case Change.Create create ->
              plan.created.add(Schedules.entry(create.draft().toSchedule(ids.next(), now), now));
          case Change.Alter alter -> plan.add(i, alter, now);
        }
      } catch (InvalidSchedule | TimingException | Refused e) {
        throw new RefusedChange(i, e);
      }
    }
    return plan;
  }

  private void add(int index, Change.Alter alter, Instant now) {
    Entry seen = alter.seen();
    UUID id = seen.schedule().id();
    List<Command> asked = new ArrayList<>(2);
    if (alter.draft() != null) {
      Schedule definition = alter.draft().toSchedule(id, now);
      asked.add(new Command.Edit(id, definition, seen.schedule().version()));
    }
    if (alter.active() != null) {
      asked.add(alter.active() ? new Command.Resume(id) : new Command.Pause(id, alter.reason()));
    }
    refuse(asked, seen, now);
    for (Command command : asked) {
      commands.add(command);
      changes.add(index);
    }
  }

  private static void refuse(List<Command> asked, Entry seen, Instant now) {
    Ledger ledger = ledger(seen);
    for (Command command : asked) {
      Verdict verdict = Bookkeeper.decide(ledger, command, now);
      Schedules.orRefuse(verdict.reply());
      ledger = ledger(new Entry(verdict.schedule(), verdict.timer()));
    }
  }

  /** Its books but for the runs, of which a definition and a status are independent. */
  private static Ledger ledger(Entry seen) {
    return new Ledger(seen.schedule(), seen.timer(), List.of(), 0, 0, Set.of(), Set.of(), null);
  }

  List<Entry> created() {
    return created;
  }

  List<Command> commands() {
    return commands;
  }

  /**
   * @throws RefusedChange when the store refused one, and so did none
   */
  void refuse(List<Reply> replies) {
    for (int i = 0; i < replies.size(); i++) {
      try {
        Schedules.orRefuse(replies.get(i));
      } catch (InvalidSchedule | Refused e) {
        throw new RefusedChange(changes.get(i), e);
      }
    }
  }
}
