/** Traces of attempts, for those who configured a place to send them to. */
@NullMarked
package dev.carillon.server.trace;

import org.jspecify.annotations.NullMarked;
