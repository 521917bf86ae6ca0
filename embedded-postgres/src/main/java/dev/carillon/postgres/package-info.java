/** Launches and supervises a real PostgreSQL in a data directory; knows nothing of schedules. */
@NullMarked
package dev.carillon.postgres;

import org.jspecify.annotations.NullMarked;
