import { query, post } from '../../api/http';
import { may } from '../../api/session';
import type { Delivery, Webhook } from '../../api/types';
import { useGet } from '../../data/load';
import { usePages } from '../../data/pages';
import { anyEvent } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon, type IconName } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { Segments } from '../../parts/Segments';
import { TableCard } from '../../parts/TableCard';
import { say } from '../../parts/toasts';
import { When } from '../../parts/When';
import { goInstead, search, withSearch } from '../../router/router';
import { plural } from '../../time/words';

const SIZE = 50;

/** Nothing tells that a delivery has arrived. */
const ARRIVALS = 3000;

const STATES: Record<Delivery['state'], { word: string; icon: IconName; tone: string }> = {
  delivered: { word: 'Delivered', icon: 'check', tone: 'good' },
  pending: { word: 'Pending', icon: 'schedules', tone: 'warn' },
  dead: { word: 'Given up', icon: 'warning', tone: 'bad' },
};

type Shown = Delivery['state'] | 'all';

/** What became of the events for one webhook. */
export function Deliveries({ id }: { id: string }) {
  const state = (search.value.get('state') ?? 'all') as Shown;
  const webhook = useGet<Webhook>(`/webhooks/${id}`);
  const list = usePages<Delivery>(`/webhooks/${id}/deliveries${query({ state: state === 'all' ? null : state, limit: SIZE })}`, anyEvent, ARRIVALS);
  const retry = async (delivery: Delivery): Promise<void> => {
    await post(`/webhooks/${id}/deliveries/${delivery.event_id}/retry`);
    say('It is sent once more.');
    await list.reload();
  };
  return (
    <>
      <Head title="Deliveries" trail={{ label: 'Webhooks', href: '/settings/webhooks' }} note={webhook.data?.url}>
        <Segments
          label="State"
          value={state}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'pending', label: 'Pending' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'dead', label: 'Given up' },
          ]}
          onChange={(value) => goInstead(withSearch({ state: value === 'all' ? null : value }))}
        />
      </Head>
      <ProblemNotice problem={webhook.problem} />
      <TableCard
        label="Deliveries"
        list={list}
        size={SIZE}
        columns={['Event', 'State', 'Answer', 'When', '']}
        empty={<Empty icon="webhooks" title="Nothing has been sent yet" />}
        row={(delivery) => (
          <tr key={delivery.event_id}>
            <td>
              <div class="name">
                <span class="name-main">{delivery.type}</span>
                <span class="name-note">{plural(delivery.attempts, 'attempt')}</span>
              </div>
            </td>
            <td>
              <span class={`status tone-${STATES[delivery.state].tone}`}>
                <Icon name={STATES[delivery.state].icon} />
                {STATES[delivery.state].word}
              </span>
            </td>
            <td class="soft wide">
              {delivery.last_error ?? delivery.last_status ?? ''}
            </td>
            <td>
              <When at={delivery.at} />
            </td>
            <td class="tail">
              {delivery.state === 'dead' && may('admin') && (
                <button type="button" class="button button-small" onClick={() => void retry(delivery).catch((failure: Error) => say(failure.message))}>
                  Send again
                </button>
              )}
            </td>
          </tr>
        )}
      />
    </>
  );
}
