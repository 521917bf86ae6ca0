/** What happened: streamed to those who listen, and sent to those who asked for it. */
@NullMarked
package dev.carillon.server.events;

import org.jspecify.annotations.NullMarked;
