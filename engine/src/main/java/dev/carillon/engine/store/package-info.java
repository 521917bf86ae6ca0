/** The port to the database, and PostgreSQL behind it. Only this package speaks SQL. */
@NullMarked
package dev.carillon.engine.store;

import org.jspecify.annotations.NullMarked;
