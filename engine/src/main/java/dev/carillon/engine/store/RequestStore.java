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
}
