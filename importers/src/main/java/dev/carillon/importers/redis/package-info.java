/** What of Redis the importers need: its protocol over given streams, and what was read from it. */
@NullMarked
package dev.carillon.importers.redis;

import org.jspecify.annotations.NullMarked;
