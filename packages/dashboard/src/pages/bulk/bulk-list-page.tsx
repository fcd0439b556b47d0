/** The bulk operations of the workspace, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { OlderButton } from '../../ui/controls/older-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type Bulk, bulksQuery } from './bulk-query.ts';
import { stateLabels, titleOf } from './bulk-words.ts';

export function BulkListPage() {
  const { workspaceId } = useWorkspace();
  const bulks = useInfiniteQuery(bulksQuery(workspaceId));
  return (
    <Page
      title="Bulk changes"
      description="Changes to many domains at once, from the last 90 days."
      breadcrumb={
        <TextLink to="/$workspaceId/domains" params={{ workspaceId }}>
          Domains
        </TextLink>
      }
    >
      <Card isFlush>
        <QueryView query={bulks} loading={<SkeletonRows count={3} />}>
          {({ pages }) => {
            const all = pages.flatMap((page) => page.bulks);
            return all.length === 0 ? (
              <NoBulks />
            ) : (
              <ul aria-label="Bulk changes" className="divide-y divide-line">
                {all.map((bulk) => (
                  <BulkRow key={bulk.id} bulk={bulk} />
                ))}
              </ul>
            );
          }}
        </QueryView>
        <OlderButton query={bulks} />
      </Card>
    </Page>
  );
}

function BulkRow({ bulk }: { readonly bulk: Bulk }) {
  const { workspaceId } = useWorkspace();
  const { label, tone } = stateLabels[bulk.state];
  const { done, failed } = bulk.counts;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover/60 md:px-5">
      <Link
        to="/$workspaceId/bulk/$bulkId"
        params={{ workspaceId, bulkId: bulk.id }}
        className="min-w-0 flex-1 font-medium text-ink after:absolute after:inset-0 after:content-[''] max-md:basis-full"
      >
        {titleOf(bulk)}
      </Link>
      {bulk.startedAt !== null && (
        <span className="figures text-sm text-ink-muted">
          {done.toLocaleString()} done
          {failed > 0 && `, ${failed.toLocaleString()} failed`}
        </span>
      )}
      <Badge tone={tone}>{label}</Badge>
      <span className="text-sm text-ink-muted">
        <Time at={bulk.createdAt} as="relative" isCalendar />
      </span>
    </li>
  );
}

function NoBulks() {
  const { workspaceId } = useWorkspace();
  return (
    <EmptyState
      icon={ListChecks}
      title="No bulk changes yet"
      action={
        <ButtonLink to="/$workspaceId/domains" params={{ workspaceId }}>
          Select domains
        </ButtonLink>
      }
    >
      Select domains in the list to renew or change them together.
    </EmptyState>
  );
}
