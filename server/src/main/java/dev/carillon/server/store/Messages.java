package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** The messages of rooms. */
public final class Messages {

  private static final Sql LOCK_ROOM = Statements.of("rooms/lock");
  private static final Sql INSERT = Statements.of("messages/insert");
  private static final Sql LIST = Statements.of("messages/list");
  private static final Sql OF_RUN = Statements.of("messages/of-run");
  private static final Sql OF_RUNS = Statements.of("messages/of-runs");
  private static final Sql PLACE = Statements.of("messages/place");

  private static final RowMapper<Message> ROW =
      (row, _) ->
          new Message(
              requireNonNull((UUID) row.getObject("id")),
              requireNonNull((UUID) row.getObject("room_id")),
              row.getLong("seq"),
              (UUID) row.getObject("run_id"),
              (UUID) row.getObject("schedule_id"),
              requireNonNull(Times.read(row, "created_at")),
              requireNonNull(row.getString("kind")),
              requireNonNull(row.getString("sender")),
              row.getString("agent_id"),
              requireNonNull(row.getString("text")));

  private final Tenants tenants;

  public Messages(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Null when there is no such room. */
  public @Nullable Message put(int orgId, UUID roomId, Message.Draft draft) {
    return tenants.of(orgId).find("put a message", tx -> put(tx, orgId, roomId, draft));
  }

  /**
   * Puts the message of a run: once, however often the run is attempted, and by whichever node.
   *
   * @param roomId the room, or null for the one that belongs to the schedule
   * @param room what that one is made of when it is first needed
   * @return null when there is no such room
   */
  public @Nullable Message putOnce(
      int orgId, @Nullable UUID roomId, Room.Draft room, Message.Draft draft) {
    UUID scheduleId = requireNonNull(draft.scheduleId());
    return tenants
        .of(orgId)
        .find(
            "put the message of a run",
            tx ->
                put(
                    tx,
                    orgId,
                    roomId == null ? Rooms.provide(tx, orgId, scheduleId, room) : roomId,
                    draft));
  }

  /** The room's row stays locked from the look for an earlier message to the end of the insert. */
  private static Optional<Message> put(Tx tx, int orgId, UUID roomId, Message.Draft draft) {
    boolean there =
        tx.query(LOCK_ROOM)
            .bind("org", orgId)
            .bind("id", roomId)
            .map((_, _) -> true)
            .findOne()
            .isPresent();
    if (!there) {
      return Optional.empty();
    }
    UUID runId = draft.runId();
    Optional<Message> before =
        runId == null
            ? Optional.empty()
            : tx.query(OF_RUN).bind("org", orgId).bind("run_id", runId).map(ROW).findOne();
    return before.isPresent() ? before : Optional.of(insert(tx, orgId, roomId, draft));
  }

  private static Message insert(Tx tx, int orgId, UUID roomId, Message.Draft draft) {
    tx.tell(RoomNews.CHANNEL, roomId.toString());
    return tx.query(INSERT)
        .bind("org", orgId)
        .bind("room_id", roomId)
        .bind("id", draft.id())
        .bind("run_id", Param.of(draft.runId()).argument())
        .bind("schedule_id", Param.of(draft.scheduleId()).argument())
        .bind("kind", draft.kind())
        .bind("sender", draft.sender())
        .bind("agent_id", Param.of(draft.agentId()).argument())
        .bind("text", draft.text())
        .map(ROW)
        .one();
  }

  /** Oldest first. */
  public List<Message> list(int orgId, UUID roomId, long after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list messages",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("room_id", roomId)
                    .bind("after", after)
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  /** The number of a message in its room, or null when it is not there. */
  public @Nullable Long place(int orgId, UUID roomId, UUID id) {
    return tenants
        .of(orgId)
        .find(
            "find a message",
            tx ->
                tx.query(PLACE)
                    .bind("org", orgId)
                    .bind("room_id", roomId)
                    .bind("id", id)
                    .map((row, _) -> row.getLong("seq"))
                    .findOne());
  }

  /** Which of these runs put a message, and its id. */
  public Map<UUID, UUID> ofRuns(int orgId, Collection<UUID> runIds) {
    Map<UUID, UUID> byRun = new HashMap<>();
    if (!runIds.isEmpty()) {
      tenants
          .of(orgId)
          .read(
              "find the messages of runs",
              tx ->
                  tx.query(OF_RUNS)
                      .bind("org", orgId)
                      .bind("run_ids", Param.uuids(List.copyOf(runIds)).argument())
                      .map((row, _) ->
                          Map.entry(
                              requireNonNull((UUID) row.getObject("run_id")),
                              requireNonNull((UUID) row.getObject("id"))))
                      .list())
          .forEach(pair -> byRun.put(pair.getKey(), pair.getValue()));
    }
    return byRun;
  }
}
