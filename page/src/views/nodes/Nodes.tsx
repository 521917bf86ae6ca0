import type { Node, PageOf } from '../../api/types';
import { useGet } from '../../data/load';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { When } from '../../parts/When';
import { duration, plural } from '../../time/words';

const SHARDS = 64;

/** Who carries the schedules out: leases, shares, lateness. */
export function Nodes() {
  const { data, problem } = useGet<PageOf<Node>>('/nodes', undefined, 4000);
  // Those at work first: the server keeps the dead for a while, in the order of their lives.
  const nodes = data?.items.toSorted((one, other) => Number(other.alive) - Number(one.alive));
  const alive = nodes?.filter((node) => node.alive).length ?? 0;
  return (
    <>
      <Head title="Nodes" note={nodes && `${plural(alive, 'node')} at work; each owns shards of the schedules under a lease.`} />
      <ProblemNotice problem={problem} />
      <section class="card" aria-label="Nodes">
        <div class="table-wrap">
          <table class="table">
            <thead>
              <tr>
                <th>Node</th>
                <th>State</th>
                <th>Shards</th>
                <th>Lateness, p99</th>
                <th>Lease until</th>
                <th>Since</th>
                <th>Version</th>
              </tr>
            </thead>
            <tbody>
              {nodes?.map((node) => (
                <tr key={node.id}>
                  <td>
                    <div class="name">
                      <span class="name-main">
                        {node.host ?? node.name} {node.answering && <span class="tag">answers you</span>}
                      </span>
                      <span class="name-note">node {node.id}</span>
                    </div>
                  </td>
                  <td>
                    <span class={`status tone-${node.alive ? 'good' : 'rest'}`}>
                      <Icon name={node.alive ? 'check' : 'close'} />
                      {node.alive ? 'Alive' : 'Gone'}
                    </span>
                  </td>
                  <td class="wide">
                    <span class="shares">
                      <svg viewBox={`0 0 ${SHARDS} 4`} preserveAspectRatio="none" aria-hidden="true">
                        <rect class="spark-none" width={SHARDS} height="4" rx="1" />
                        <rect class="mark-busy" width={node.shards} height="4" rx="1" />
                      </svg>
                      {node.shards} of {SHARDS}
                    </span>
                  </td>
                  <td data-label="Late by">{duration(node.lateness_ms)}</td>
                  <td class="tail" data-label="Lease until">
                    <When at={node.lease_expires_at} />
                  </td>
                  <td class="roomy">
                    <When at={node.started_at} />
                  </td>
                  <td class="roomy soft">{node.version ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}
