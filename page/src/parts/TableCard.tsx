import type { ComponentChildren } from 'preact';
import type { Paged } from '../data/pages';
import { ProblemNotice } from './Notice';
import { Pager } from './Pager';

interface Properties<T> {
  label: string;
  list: Paged<T>;
  size: number;
  columns: string[];
  /** Shown instead of a list without items. */
  empty: ComponentChildren;
  row: (item: T) => ComponentChildren;
}

/** A paged list in a card: waiting, empty, refused and filled. */
export function TableCard<T>({ label, list, size, columns, empty, row }: Properties<T>) {
  return (
    <>
      <ProblemNotice problem={list.problem} />
      <section class="card" aria-label={label} aria-busy={list.loading}>
        {list.items?.length === 0 ? (
          empty
        ) : (
          <div class="table-wrap">
            <table class="table">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column}>{column === '' ? <span class="unseen">Actions</span> : column}</th>
                  ))}
                </tr>
              </thead>
              <tbody>{list.items?.map(row)}</tbody>
            </table>
          </div>
        )}
        <Pager of={list} size={size} />
      </section>
    </>
  );
}
