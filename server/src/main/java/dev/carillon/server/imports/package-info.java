/** Schedules of other systems, imported. */
@NullMarked
package dev.carillon.server.imports;

import org.jspecify.annotations.NullMarked;
