/** The webhooks of a workspace and the deliveries of one of them. */
import type { Output } from '@hostmaster/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Webhook = Output<'listWebhooks'>['webhooks'][number];
export type Delivery = Output<'listWebhookDeliveries'>['deliveries'][number];

const pageSize = 20;
/** Deliveries follow the event that announces their cause, and nothing announces an attempt. */
const pendingPollMs = 1_500;
const idlePollMs = 4_000;
/** The service pauses a webhook that fails for days. */
const statePollMs = 15_000;

export function webhooksQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'webhooks'] as const,
    queryFn: async ({ signal }): Promise<readonly Webhook[]> =>
      (await workspaceClient(workspaceId).listWebhooks({}, { signal })).webhooks,
  });
}

export function webhookQuery(workspaceId: string, webhookId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId] as const,
    queryFn: async ({ signal }): Promise<Webhook> =>
      (await workspaceClient(workspaceId).getWebhook({ webhookId }, { signal })).webhook,
    refetchInterval: statePollMs,
  });
}

export function deliveriesQuery(workspaceId: string, webhookId: string) {
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'webhooks', webhookId, 'deliveries'] as const,
    queryFn: async ({ signal, pageParam }) => {
      const { deliveries } = await workspaceClient(workspaceId).listWebhookDeliveries(
        { webhookId, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      );
      return deliveries;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((delivery) => delivery.state === 'pending') === true
        ? pendingPollMs
        : idlePollMs,
  });
}
