package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import java.time.Instant;
import java.util.List;

/** What people and their programs need of the database. */
public interface RequestStore extends ScheduleStore {

  /** The database's clock, the only one that rules. */
  Instant now();

  /** See {@link RunStore#update}. */
  List<Reply> update(List<Command> commands);

  /**
   * Adds schedules and carries out commands, all or none: when one of the commands is refused,
   * nothing is written, and the replies say which.
   */
  List<Reply> change(List<Entry> created, List<Command> commands);
}
