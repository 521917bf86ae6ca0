import { Empty } from '../parts/Empty';
import { Head } from '../parts/Head';
import { Schedules } from '../views/schedules/Schedules';
import { OneSchedule } from '../views/schedule/OneSchedule';
import { steps } from './router';

/** The view of a path. */
export function Routes() {
  const [first, second, third] = steps.value;
  switch (first) {
    case 'schedules':
      if (second === undefined) {
        return <Schedules />;
      }
      return third === undefined ? <OneSchedule key={second} id={second} /> : <Nowhere />;
    default:
      return <Nowhere />;
  }
}

function Nowhere() {
  return (
    <>
      <Head title="There is nothing here" />
      <Empty icon="search" title="No view has this address">
        <p>
          The <a href="/">overview</a> leads everywhere.
        </p>
      </Empty>
    </>
  );
}
