/** The program: database, engine and HTTP in one process. */
@NullMarked
package dev.carillon.server;

import org.jspecify.annotations.NullMarked;
