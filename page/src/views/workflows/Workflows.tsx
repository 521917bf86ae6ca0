import type { Workflow } from '../../api/types';
import { usePages } from '../../data/pages';
import { scheduleEvent } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { TableCard } from '../../parts/TableCard';
import { When } from '../../parts/When';
import { plural } from '../../time/words';

const SIZE = 50;

/** Stored definitions, and how many of their triggers are schedules. */
export function Workflows() {
  const list = usePages<Workflow>(`/workflows?limit=${SIZE}`, scheduleEvent);
  return (
    <>
      <Head title="Workflows" note="Their schedule triggers are schedules: saved with the workflow, changed and deleted with it." />
      <TableCard
        label="Workflows"
        list={list}
        size={SIZE}
        columns={['Workflow', 'Executor', 'Triggers', 'Changed']}
        empty={
          <Empty icon="workflows" title="No workflows yet">
            <p>
              Whoever defines workflows saves them with <code>PUT /api/v1/workflows/ID</code>; see <a href="/docs">the API</a>.
            </p>
          </Empty>
        }
        row={(workflow) => (
          <tr key={workflow.id}>
            <td>
              <div class="name">
                <a class="name-main" href={`/workflows/${encodeURIComponent(workflow.id)}`}>
                  {workflow.name || workflow.id}
                </a>
                <span class="name-note">{workflow.id}</span>
              </div>
            </td>
            <td data-label="on">{workflow.executor ?? <span class="faint">default</span>}</td>
            <td class="wide">
              {plural(workflow.triggers.length, 'trigger')}, {plural(workflow.schedules.length, 'schedule')}
            </td>
            <td class="roomy">
              <When at={workflow.updated_at} />
            </td>
          </tr>
        )}
      />
    </>
  );
}
