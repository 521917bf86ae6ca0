package dev.carillon.engine.timing;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One slot of a {@link Preview}.
 *
 * @param note what daylight saving did to it, such as "02:30 does not exist on this day"; null for
 *     nothing
 */
public record PreviewSlot(Instant at, OffsetDateTime local, @Nullable String note) {}
