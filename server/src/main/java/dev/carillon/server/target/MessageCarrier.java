package dev.carillon.server.target;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.store.Message;
import dev.carillon.server.store.Messages;
import dev.carillon.server.store.Room;
import dev.carillon.server.store.Rooms;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts the text of a schedule into a room, once per run. */
public final class MessageCarrier implements Carrier {

  private static final String AGENT = "agent:";

  private final Ids ids;
  private final Rooms rooms;
  private final Messages messages;

  public MessageCarrier(Ids ids, Rooms rooms, Messages messages) {
    this.ids = ids;
    this.rooms = rooms;
    this.messages = messages;
  }

  @Override
  public Answer carry(RunContext run) {
    Schedule schedule = run.delivery().schedule();
    Target.Message target = (Target.Message) schedule.target();
    if (!mayEnter(schedule, target.roomId())) {
      return noRoom(target.roomId());
    }
    Room.Draft room =
        new Room.Draft(ids.next(), schedule.name(), target.agentId(), schedule.owner());
    Message message =
        messages.putOnce(
            schedule.orgId(),
            target.roomId(),
            room,
            new Message.Draft(
                ids.next(),
                run.runId(),
                schedule.id(),
                target.payloadKind().name().toLowerCase(Locale.ROOT),
                schedule.owner(),
                target.agentId(),
                target.text()));
    return message == null ? noRoom(target.roomId()) : Outcome.Success.INSTANCE;
  }

  /** What an agent schedules reaches no further than the agent itself. */
  private boolean mayEnter(Schedule schedule, @Nullable UUID roomId) {
    String owner = schedule.owner();
    return roomId == null
        || !owner.startsWith(AGENT)
        || rooms.find(schedule.orgId(), roomId, owner.substring(AGENT.length())) != null;
  }

  private static Outcome noRoom(@Nullable UUID roomId) {
    return Outcome.Failure.of(
        "no_room",
        "there is no room %s for this schedule; create it, or clear room_id to have one made"
            .formatted(roomId));
  }
}
