/** Workflows, their triggers, and the schedules that follow from them. */
@NullMarked
package dev.carillon.server.workflows;

import org.jspecify.annotations.NullMarked;
