/** The store in memory: what PostgreSQL promises the engine, without PostgreSQL. */
@NullMarked
package dev.carillon.simulator.store;

import org.jspecify.annotations.NullMarked;
