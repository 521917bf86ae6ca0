/** Reads the schedules of other systems. Pure: bytes in, drafts of schedules out. */
@NullMarked
package dev.carillon.importers;

import org.jspecify.annotations.NullMarked;
