import { useMemo } from 'preact/hooks';
import type { Minute } from '../../api/types';
import { Chart } from '../../parts/Chart';
import { duration, number } from '../../time/words';

/** The last hour: how much ran, and how late it began. */
export function Charts({ minutes }: { minutes: Minute[] }) {
  const times = useMemo(() => minutes.map((minute) => Date.parse(minute.at) / 1000), [minutes]);
  const counts = useMemo(() => stacked(minutes), [minutes]);
  const exact = useMemo(
    () => [
      minutes.map((minute) => minute.skipped),
      minutes.map((minute) => minute.error + minute.timeout),
      minutes.map((minute) => minute.success),
    ],
    [minutes],
  );
  const lateness = useMemo(
    () => [minutes.map((minute) => minute.lateness_p99_ms), minutes.map((minute) => minute.lateness_p50_ms)],
    [minutes],
  );
  const total = minutes.reduce((sum, minute) => sum + minute.success + minute.error + minute.timeout + minute.skipped, 0);
  const failed = minutes.reduce((sum, minute) => sum + minute.error + minute.timeout, 0);
  const late = minutes.map((minute) => minute.lateness_p99_ms ?? 0);
  const worst = Math.max(0, ...late);
  return (
    <div class="columns">
      <section class="card" aria-label="Throughput">
        <div class="card-head">
          <h2>Runs a minute</h2>
          <span class="faint small">
            {number(total)} in the last hour, {number(failed)} failed
          </span>
        </div>
        <div class="card-body chart-body">
          <Chart
            label={`${number(total)} runs in the last hour, ${number(failed)} of them failed`}
            times={times}
            values={counts}
            said={exact}
            lines={[
              { label: 'skipped', colour: 'rest-fill', bars: true, words: number },
              { label: 'failed', colour: 'bad-fill', bars: true, words: number },
              { label: 'success', colour: 'good-fill', bars: true, words: number },
            ]}
          />
        </div>
      </section>
      <section class="card" aria-label="Lateness">
        <div class="card-head">
          <h2>Lateness</h2>
          <span class="faint small">p99 at most {duration(worst)}</span>
        </div>
        <div class="card-body chart-body">
          <Chart
            label={`Lateness in the last hour: p99 at most ${duration(worst)}`}
            times={times}
            values={lateness}
            lines={[
              { label: 'p99', colour: 'warn-fill', words: (value) => duration(value) },
              { label: 'p50', colour: 'busy-fill', words: (value) => duration(value) },
            ]}
          />
        </div>
      </section>
    </div>
  );
}

/** Bars over one another: all, then those that succeeded or failed, then those that succeeded. */
function stacked(minutes: Minute[]): number[][] {
  const success = minutes.map((minute) => minute.success);
  const failed = minutes.map((minute) => minute.success + minute.error + minute.timeout);
  const all = minutes.map((minute, index) => (failed[index] ?? 0) + minute.skipped);
  return [all, failed, success];
}
