/** Agents, the rooms where they are spoken to, and what is said there. */
@NullMarked
package dev.carillon.server.rooms;

import org.jspecify.annotations.NullMarked;
