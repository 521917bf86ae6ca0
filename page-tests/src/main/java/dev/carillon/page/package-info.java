/** The web page in a real browser: its tests, and the program that takes its screenshots. */
@NullMarked
package dev.carillon.page;

import org.jspecify.annotations.NullMarked;
