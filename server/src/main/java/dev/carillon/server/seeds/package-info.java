/**
 * The surfaces of older systems, so that their clients work unchanged. Each is one file that says
 * the same in other words: it asks the API, and decides nothing itself.
 */
@NullMarked
package dev.carillon.server.seeds;

import org.jspecify.annotations.NullMarked;
