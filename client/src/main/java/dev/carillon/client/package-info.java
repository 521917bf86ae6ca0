/** A small client of the REST API: records, one connection, and how to find a server. */
@NullMarked
package dev.carillon.client;

import org.jspecify.annotations.NullMarked;
