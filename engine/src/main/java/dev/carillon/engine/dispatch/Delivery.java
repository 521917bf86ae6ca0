package dev.carillon.engine.dispatch;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.schedule.Schedule;
import java.time.Instant;

/** An attempt to carry out now. */
public record Delivery(Attempt attempt, Schedule schedule, Instant deadlineAt) {}
