/** What each verb does. */
@NullMarked
package dev.carillon.cli.verbs;

import org.jspecify.annotations.NullMarked;
