package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Rooms. An agent that asks sees those that are its own or where it was spoken to. */
public final class Rooms {

  private static final Sql INSERT = Statements.of("rooms/insert");
  private static final Sql PROVIDE = Statements.of("rooms/provide");
  private static final Sql FIND = Statements.of("rooms/find");
  private static final Sql LIST = Statements.of("rooms/list");
  private static final Sql DELETE = Statements.of("rooms/delete");

  private static final RowMapper<Room> ROW =
      (row, _) ->
          new Room(
              requireNonNull((UUID) row.getObject("id")),
              (UUID) row.getObject("schedule_id"),
              requireNonNull(row.getString("name")),
              row.getString("agent_id"),
              requireNonNull(row.getString("created_by")),
              requireNonNull(Times.read(row, "created_at")),
              row.getLong("last_seq"));

  private final Tenants tenants;

  public Rooms(Tenants tenants) {
    this.tenants = tenants;
  }

  public Room create(int orgId, Room.Draft draft) {
    return tenants
        .of(orgId)
        .write(
            "create a room",
            tx ->
                tx.query(INSERT)
                    .bind("org", orgId)
                    .bind("id", draft.id())
                    .bind("name", draft.name())
                    .bind("agent_id", Param.of(draft.agentId()).argument())
                    .bind("created_by", draft.createdBy())
                    .map(ROW)
                    .one());
  }

  /** The room of a schedule that names none; the draft is for the first time. */
  static UUID provide(Tx tx, int orgId, UUID scheduleId, Room.Draft draft) {
    return tx.query(PROVIDE)
        .bind("org", orgId)
        .bind("id", draft.id())
        .bind("schedule_id", scheduleId)
        .bind("name", draft.name())
        .bind("agent_id", Param.of(draft.agentId()).argument())
        .bind("created_by", draft.createdBy())
        .map((row, _) -> requireNonNull((UUID) row.getObject("id")))
        .one();
  }

  /**
   * @param agent the agent that asks, or null for a user
   */
  public @Nullable Room find(int orgId, UUID id, @Nullable String agent) {
    return tenants
        .of(orgId)
        .find(
            "find a room",
            tx ->
                tx.query(FIND)
                    .bind("org", orgId)
                    .bind("id", id)
                    .bind("agent", Param.of(agent).argument())
                    .map(ROW)
                    .findOne());
  }

  /**
   * @param agent the agent that asks, or null for a user
   * @param scheduleId only the room of this schedule, or null
   */
  public List<Room> list(
      int orgId,
      @Nullable String agent,
      @Nullable UUID scheduleId,
      @Nullable UUID after,
      int limit) {
    return tenants
        .of(orgId)
        .read(
            "list rooms",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("agent", Param.of(agent).argument())
                    .bind("schedule_id", Param.of(scheduleId).argument())
                    .bind("after", Param.of(after).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  /** False when there is none. */
  public boolean delete(int orgId, UUID id) {
    return tenants
        .of(orgId)
        .write(
            "delete a room",
            tx -> tx.update(DELETE).bind("org", orgId).bind("id", id).execute() > 0);
  }
}
