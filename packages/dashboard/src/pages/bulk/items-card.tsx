/** Each domain of a bulk operation with its price and what came of it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { Button } from '../../ui/controls/button.tsx';
import { OlderButton } from '../../ui/controls/older-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Status } from '../../ui/text/badge.tsx';
import { Credits } from '../../ui/text/credits.tsx';
import { type Bulk, type BulkItem, type ItemFilter, itemsQuery } from './bulk-query.ts';
import { isPlan, itemLabel, type Label } from './bulk-words.ts';

export function ItemsCard({ bulk }: { readonly bulk: Bulk }) {
  const { workspaceId } = useWorkspace();
  const [filter, setFilter] = useState<ItemFilter>('all');
  const { failed } = bulk.counts;
  const shown = filter === 'failed' && failed === 0 ? 'all' : filter;
  const items = useInfiniteQuery(itemsQuery(workspaceId, bulk, shown));
  return (
    <Card
      isFlush
      title="Domains"
      action={
        failed > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={shown === 'failed'}
            onClick={() => setFilter(shown === 'failed' ? 'all' : 'failed')}
          >
            {shown === 'failed'
              ? 'Show all'
              : `Show ${failed.toLocaleString()} ${isPlan(bulk) ? "that can't be changed" : 'failed'}`}
          </Button>
        )
      }
    >
      <QueryView query={items} loading={<SkeletonRows count={8} />}>
        {({ pages }) => (
          <ul aria-label="Domains in this change" className="divide-y divide-line">
            {pages.flatMap((page) =>
              page.items.map((item) => (
                <Item key={item.domain} item={item} label={itemLabel(bulk, item)} />
              )),
            )}
          </ul>
        )}
      </QueryView>
      <OlderButton query={items} label="Show more" />
    </Card>
  );
}

function Item({
  item: { domain, credits, error },
  label: { label, tone },
}: {
  readonly item: BulkItem;
  readonly label: Label;
}) {
  const { workspaceId } = useWorkspace();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_7rem_7rem] md:px-5">
      <div className="min-w-0">
        <Link
          to="/$workspaceId/domains/$domain"
          params={{ workspaceId, domain }}
          className="font-medium wrap-anywhere text-ink hover:underline"
        >
          {shownName(domain)}
        </Link>
        {error !== null && <p className="text-sm text-bad-ink">{error.message}</p>}
      </div>
      <span className="max-md:justify-self-end">
        <Status tone={tone}>{label}</Status>
      </span>
      <span className="text-right text-ink-muted max-md:col-start-2">
        {credits > 0 && <Credits amount={credits} />}
      </span>
    </li>
  );
}
