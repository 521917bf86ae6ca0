package dev.carillon.engine.target;

import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.schedule.Target;
import java.util.Map;
import java.util.TreeMap;

/** The handlers registered in this process, by name. */
public final class Handlers implements Carrier {

  private final Map<String, Handler> byName;

  public Handlers(Map<String, Handler> byName) {
    this.byName = new TreeMap<>(byName);
  }

  @Override
  public Outcome carry(RunContext run) throws Exception {
    if (!(run.delivery().schedule().target() instanceof Target.Handler target)) {
      throw new IllegalArgumentException("not a handler target: " + run.delivery().schedule());
    }
    Handler handler = byName.get(target.name());
    if (handler == null) {
      return Outcome.Failure.of(
          "no_handler",
          "no handler named \"%s\" is registered on this node; it has %s. Register it with"
                  .formatted(target.name(), byName.keySet())
              + " handler(name, …) before start().");
    }
    handler.handle(run);
    return Outcome.Success.INSTANCE;
  }
}
