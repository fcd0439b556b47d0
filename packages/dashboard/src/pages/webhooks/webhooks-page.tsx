/** Webhooks: where the workspace's events are delivered. */
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { describeTypes } from './event-labels.ts';
import { shownUrl } from './shown-url.ts';
import { WebhookStatus } from './webhook-state.tsx';
import { type Webhook, webhooksQuery } from './webhooks-query.ts';

export function WebhooksPage() {
  const { workspaceId } = useWorkspace();
  const webhooks = useQuery(webhooksQuery(workspaceId));
  const creation = useDialogSubject<'webhook'>();
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => creation.open('webhook')}>
      Add webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="Get events from this workspace sent to your own systems."
      actions={webhooks.data?.length !== 0 && add}
    >
      <Card isFlush>
        <QueryView query={webhooks} loading={<SkeletonRows count={3} />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon={WebhookIcon} title="No webhooks yet" action={add}>
                Add an endpoint to be notified of registrations, renewals, expiring domains, DNS
                changes and low credits as they happen, without polling the API.
              </EmptyState>
            ) : (
              <Table label="Webhooks" columns={columns} rows={all} rowKey={({ id }) => id} />
            )
          }
        </QueryView>
      </Card>
      <CreateWebhookDialog
        key={creation.opening}
        isOpen={creation.isOpen}
        onClose={creation.close}
      />
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'Endpoint',
    width: 'minmax(0, 2.5fr)',
    cell: (webhook) => <Endpoint webhook={webhook} />,
  },
  {
    id: 'types',
    header: 'Events',
    width: 'minmax(0, 1fr)',
    isWideOnly: true,
    cell: ({ types }) => describeTypes(types),
  },
  {
    id: 'state',
    header: 'Status',
    width: '6rem',
    cell: (webhook) => <WebhookStatus webhook={webhook} />,
  },
  {
    id: 'created',
    header: 'Added',
    width: '8rem',
    isWideOnly: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function Endpoint({ webhook }: { readonly webhook: Webhook }) {
  const { workspaceId } = useWorkspace();
  return (
    <>
      <TextLink
        to="/$workspaceId/settings/webhooks/$webhookId"
        params={{ workspaceId, webhookId: webhook.id }}
        className="block font-mono text-sm break-all"
      >
        {shownUrl(webhook.url)}
      </TextLink>
      <span className="block text-sm text-ink-muted md:hidden">{describeTypes(webhook.types)}</span>
    </>
  );
}
