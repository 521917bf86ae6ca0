/**
 * What the operator chose: every setting, where its value came from, and what it must look like.
 */
@NullMarked
package dev.carillon.server.config;

import org.jspecify.annotations.NullMarked;
