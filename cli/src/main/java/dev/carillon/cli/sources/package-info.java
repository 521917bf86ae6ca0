/** What an import reads on this machine: the files of other systems, and their Redis. */
@NullMarked
package dev.carillon.cli.sources;

import org.jspecify.annotations.NullMarked;
