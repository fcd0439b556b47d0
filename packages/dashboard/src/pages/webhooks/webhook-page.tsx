/** One webhook: its state, its settings and its deliveries. */
import { HostmasterError } from '@hostmaster/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { asSentence } from '../../forms/as-sentence.ts';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Detail, Details } from '../../ui/layout/details.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { listTypes } from './event-labels.ts';
import { shownUrl } from './shown-url.ts';
import { useWebhookChanges } from './use-webhook-changes.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookBadge } from './webhook-state.tsx';
import { type Webhook, webhookQuery } from './webhooks-query.ts';

export function WebhookPage() {
  const { workspaceId } = useWorkspace();
  const { webhookId } = useParams({ from: '/$workspaceId/settings/webhooks/$webhookId' });
  const query = useQuery(webhookQuery(workspaceId, webhookId));
  const { data: webhook, error } = query;
  if (error instanceof HostmasterError && error.status === 404) return <WebhookNotFound />;
  return (
    <PasswordGate>
      <Page
        title={webhook === undefined ? 'Webhook' : shownUrl(webhook.url)}
        tabTitle="Webhook"
        breadcrumb={<WebhooksLink />}
        {...(webhook === undefined
          ? {}
          : {
              aside: <WebhookBadge webhook={webhook} />,
              actions: <WebhookActions webhook={webhook} />,
            })}
      >
        <QueryView query={query} loading={<SkeletonRows count={4} />}>
          {(loaded) => (
            <>
              <PauseNotice webhook={loaded} />
              <DetailsCard webhook={loaded} />
              <DeliveryList webhook={loaded} />
            </>
          )}
        </QueryView>
      </Page>
    </PasswordGate>
  );
}

function PauseNotice({ webhook }: { readonly webhook: Webhook }) {
  const { setState } = useWebhookChanges(webhook);
  if (webhook.state === 'active') return null;
  const { pauseReason } = webhook;
  return (
    <Banner
      tone={pauseReason === null ? 'info' : 'bad'}
      title={pauseReason === null ? 'This webhook is paused' : 'We paused this webhook'}
      action={
        <Button size="sm" onClick={() => setState.mutate('active')} isLoading={setState.isPending}>
          Resume
        </Button>
      }
    >
      {pauseReason !== null && `${asSentence(pauseReason)} `}
      No events are sent. When you resume it, the events it missed are delivered first.
    </Banner>
  );
}

function DetailsCard({ webhook }: { readonly webhook: Webhook }) {
  const { types, ordered, url, createdAt } = webhook;
  return (
    <Card title="Settings">
      <Details>
        <Detail label="Endpoint URL">
          <span className="font-mono text-sm break-all">{url}</span>
        </Detail>
        <Detail label="Events">{listTypes(types)}</Detail>
        <Detail label="Delivery">{ordered ? 'In order' : 'In any order'}</Detail>
        <Detail label="Added">
          <Time at={createdAt} />
        </Detail>
      </Details>
    </Card>
  );
}

function WebhooksLink() {
  const { workspaceId } = useWorkspace();
  return (
    <TextLink to="/$workspaceId/settings/webhooks" params={{ workspaceId }}>
      Webhooks
    </TextLink>
  );
}

function WebhookNotFound() {
  const { workspaceId } = useWorkspace();
  return (
    <Page title="Webhook" breadcrumb={<WebhooksLink />}>
      <Card>
        <EmptyState
          icon={SearchX}
          title="Webhook not found"
          action={
            <ButtonLink to="/$workspaceId/settings/webhooks" params={{ workspaceId }}>
              Show all webhooks
            </ButtonLink>
          }
        >
          It may have been deleted.
        </EmptyState>
      </Card>
    </Page>
  );
}
