/** OpenClaw's cron jobs, in all the places it has kept them. */
@NullMarked
package dev.carillon.importers.openclaw;

import org.jspecify.annotations.NullMarked;
