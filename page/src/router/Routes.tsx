import { isAgent } from '../api/session';
import { Empty } from '../parts/Empty';
import { Head } from '../parts/Head';
import { Agents } from '../views/agents/Agents';
import { OneAgent } from '../views/agents/OneAgent';
import { OneRoom } from '../views/agents/OneRoom';
import { EditSchedule, NewSchedule } from '../views/editor/Editor';
import { Grants } from '../views/grants/Grants';
import { Imports } from '../views/imports/Imports';
import { Next } from '../views/next/Next';
import { Nodes } from '../views/nodes/Nodes';
import { OverviewView } from '../views/overview/OverviewView';
import { OneRun } from '../views/runs/OneRun';
import { Runs } from '../views/runs/Runs';
import { OneSchedule } from '../views/schedule/OneSchedule';
import { Schedules } from '../views/schedules/Schedules';
import { Deliveries } from '../views/settings/Deliveries';
import { Executors } from '../views/settings/Executors';
import { Tokens } from '../views/settings/Tokens';
import { Webhooks } from '../views/settings/Webhooks';
import { OneWorkflow } from '../views/workflows/OneWorkflow';
import { Workflows } from '../views/workflows/Workflows';
import { steps } from './router';

/** The view of a path. A view of one thing is made anew for another thing. */
export function Routes() {
  const [first, second, third] = steps.value;
  switch (first) {
    case undefined:
      return isAgent() ? <Schedules /> : <OverviewView />;
    case 'schedules':
      if (second === undefined) {
        return <Schedules />;
      }
      if (second === 'new') {
        return <NewSchedule />;
      }
      return third === 'edit' ? <EditSchedule key={second} id={second} /> : <OneSchedule key={second} id={second} />;
    case 'runs':
      return second === undefined ? <Runs /> : <OneRun key={second} id={second} />;
    case 'next':
      return <Next />;
    case 'workflows':
      return second === undefined ? <Workflows /> : <OneWorkflow key={second} id={second} />;
    case 'agents':
      return second === undefined ? <Agents /> : <OneAgent key={second} id={second} />;
    case 'rooms':
      return second === undefined ? <Agents /> : <OneRoom key={second} id={second} />;
    case 'grants':
      return <Grants />;
    case 'settings':
      return <Settings view={second} id={third} />;
    case 'imports':
      return <Imports />;
    case 'nodes':
      return <Nodes />;
    default:
      return <Nowhere />;
  }
}

function Settings({ view, id }: { view: string | undefined; id: string | undefined }) {
  switch (view) {
    case 'executors':
      return <Executors />;
    case 'tokens':
      return <Tokens />;
    case 'webhooks':
      return id === undefined ? <Webhooks /> : <Deliveries key={id} id={id} />;
    default:
      return <Nowhere />;
  }
}

function Nowhere() {
  return (
    <>
      <Head title="There is nothing here" />
      <Empty icon="search" title="No view has this address">
        <p>The address may be mistyped, or from another version.</p>
        <div class="actions">
          <a class="button button-primary" href="/">
            Overview
          </a>
          <a class="button" href="/schedules">
            Schedules
          </a>
        </div>
      </Empty>
    </>
  );
}
