/** How the program speaks about itself: lines of text, or of JSON for machines. */
@NullMarked
package dev.carillon.server.log;

import org.jspecify.annotations.NullMarked;
