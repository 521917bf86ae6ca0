/** The command line: reads a verb, asks a server, prints for people or for programs. */
@NullMarked
package dev.carillon.cli;

import org.jspecify.annotations.NullMarked;
