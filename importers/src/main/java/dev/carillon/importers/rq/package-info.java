/** Scheduled jobs of RQ, rq-scheduler, RQ cron and of the scheduler built on them. */
@NullMarked
package dev.carillon.importers.rq;

import org.jspecify.annotations.NullMarked;
