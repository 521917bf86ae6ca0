package dev.carillon.server.store;

import java.util.UUID;

/**
 * What was made of a job of another system.
 *
 * @param definition JSON: the schedule as the source would have it when it was last looked at
 */
public record Imported(UUID scheduleId, boolean originalEnabled, String definition) {

  /**
   * Who a job is at its source.
   *
   * @param source the kind of system
   * @param instance which of them
   * @param id within it
   */
  public record Key(int orgId, String source, String instance, String id) {}
}
