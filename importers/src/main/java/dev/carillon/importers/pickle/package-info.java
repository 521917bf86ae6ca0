/** Reads Python's pickles as data. Nothing in here ever runs what a pickle names. */
@NullMarked
package dev.carillon.importers.pickle;

import org.jspecify.annotations.NullMarked;
