/** What carries attempts out over the network and into rooms; the only package that calls out. */
@NullMarked
package dev.carillon.server.target;

import org.jspecify.annotations.NullMarked;
