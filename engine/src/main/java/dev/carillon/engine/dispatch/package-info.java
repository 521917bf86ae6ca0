/** The loop that reads ahead, begins slots at their instant, and writes down how they ended. */
@NullMarked
package dev.carillon.engine.dispatch;

import org.jspecify.annotations.NullMarked;
