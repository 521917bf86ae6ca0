/** Schedules over HTTP. */
@NullMarked
package dev.carillon.server.schedules;

import org.jspecify.annotations.NullMarked;
