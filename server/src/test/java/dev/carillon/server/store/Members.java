package dev.carillon.server.store;

import dev.carillon.server.ApiServer;

/** Schedules whose timers are told by cohorts, where a test writes its timers by hand. */
final class Members {

  private Members() {}

  /**
   * Puts one in three of those that are due into a cohort of its own, which is as much to look up
   * as one of many members, and leaves nothing true in its row.
   *
   * @param org an expression for the organization's id
   */
  static void join(ApiServer api, String org) {
    api.execute(
        """
        with members as materialized (
          select schedule_id, org_id, slot_at, due_at, last_run_at,
            nextval('carillon.cohorts_id_seq') as cohort_id
          from carillon.timers
          where org_id = %s and due_at is not null
            and abs(hashtext(schedule_id::text || 'm')) %% 3 = 0),
        cohorts as (
          insert into carillon.cohorts (id, slot_at, due_at, version, org_id, repeat, shard, size,
            last_run_ids, last_run_ats)
          overriding system value
          select cohort_id, slot_at, due_at, 1, org_id, (last_run_at is not null)::int, 0, 1,
            array[schedule_id], array[coalesce(extract(epoch from last_run_at)::float8, '-infinity')]
          from members),
        named as (
          insert into carillon.cohort_members (cohort_id, org_id, schedule_ids, texts)
          select cohort_id, org_id, array[schedule_id], '' from members)
        update carillon.timers t
        set cohort_id = m.cohort_id, cohort_bit = 0, slot_at = now(), due_at = now(),
          last_run_at = null
        from members m where m.schedule_id = t.schedule_id
        """
            .formatted(org));
    api.execute("analyze carillon.timers, carillon.cohorts");
  }

  /** As whoever writes a timer makes it leave before. */
  static void leave(ApiServer api, String scheduleId) {
    api.execute(
        "do $$ begin perform carillon.leave_cohorts(array['%s'::uuid]); end $$"
            .formatted(scheduleId));
  }
}
