/**
 * How an organization stands at a glance: what needs attention, what ran, what comes, and where.
 */
@NullMarked
package dev.carillon.server.overview;

import org.jspecify.annotations.NullMarked;
