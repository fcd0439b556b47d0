/** One bulk operation: the preview before it is started, then its progress and what came of each domain. */
import { HostmasterError } from '@hostmaster/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { bulkQuery } from './bulk-query.ts';
import { BulkSteps } from './bulk-steps.tsx';
import { stateLabels, titleOf } from './bulk-words.ts';
import { ItemsCard } from './items-card.tsx';
import { ProgressCard } from './progress-card.tsx';

export function BulkPage() {
  const { workspaceId } = useWorkspace();
  const { bulkId } = useParams({ from: '/$workspaceId/bulk/$bulkId' });
  const query = useQuery(bulkQuery(workspaceId, bulkId));
  const { data: bulk, error } = query;
  if (error instanceof HostmasterError && error.status === 404) return <BulkNotFound />;
  return (
    <PasswordGate>
      <Page
        title={bulk === undefined ? 'Bulk change' : titleOf(bulk)}
        tabTitle="Bulk change"
        breadcrumb={<BulksLink />}
        isHeaderSticky
        {...(bulk === undefined
          ? {}
          : {
              aside: (
                <Badge tone={stateLabels[bulk.state].tone}>{stateLabels[bulk.state].label}</Badge>
              ),
              actions: <BulkSteps bulk={bulk} />,
            })}
      >
        <QueryView query={query} loading={<SkeletonRows count={6} />}>
          {(loaded) => (
            <>
              <ProgressCard bulk={loaded} />
              <ItemsCard bulk={loaded} />
            </>
          )}
        </QueryView>
      </Page>
    </PasswordGate>
  );
}

function BulksLink() {
  const { workspaceId } = useWorkspace();
  return (
    <TextLink to="/$workspaceId/bulk" params={{ workspaceId }}>
      Bulk changes
    </TextLink>
  );
}

function BulkNotFound() {
  const { workspaceId } = useWorkspace();
  return (
    <Page title="Bulk change" breadcrumb={<BulksLink />}>
      <Card>
        <EmptyState
          icon={SearchX}
          title="Bulk change not found"
          action={
            <ButtonLink to="/$workspaceId/bulk" params={{ workspaceId }}>
              Show all bulk changes
            </ButtonLink>
          }
        >
          It may be older than 90 days.
        </EmptyState>
      </Card>
    </Page>
  );
}
