/** Text in columns, on terminals and in pipes. */
@NullMarked
package dev.carillon.cli.table;

import org.jspecify.annotations.NullMarked;
