/** Carillon and its peers on the JVM, each behind the same line protocol; see bench/peers. */
@NullMarked
package dev.carillon.peers;

import org.jspecify.annotations.NullMarked;
