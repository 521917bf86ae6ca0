/** What carries attempts out. Only this package, and what implements it elsewhere, does so. */
@NullMarked
package dev.carillon.engine.target;

import org.jspecify.annotations.NullMarked;
