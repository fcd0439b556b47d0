/** What all operations on webhooks share: who may, which webhook, and how it is shown. */

import { isEventType } from '@hostmaster/contract';
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { type FactEntry, happened } from '../../facts/fact.ts';
import type { WebhookFact } from '../../facts/webhooks.ts';
import { findWebhook, lockWebhook } from '../../storage/queries/webhooks/webhooks.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Webhook } from '../../storage/tables/webhooks/webhooks.ts';
import { parseWebhookUrl } from '../../webhooks/webhook-target.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import type { Call, ReadCall } from '../operation.ts';

const every = '*';

/** A webhook gets the events of all domains, so only a key for all of them may manage it. */
export function requireManager({ actor }: Pick<ReadCall, 'actor'>): void {
  requireWholeWorkspace(actor, 'manage webhooks');
}

export async function loadWebhook(
  reader: HostmasterReader,
  call: Pick<ReadCall, 'actor'>,
  id: string,
): Promise<Webhook> {
  requireManager(call);
  const webhook = await reader.first(findWebhook, { workspaceId: call.actor.workspaceId, id });
  if (webhook !== undefined) return webhook;
  throw webhookNotFound();
}

function webhookNotFound(): Refusal {
  return new Refusal('webhook_not_found', 'No such webhook in this workspace.');
}

/** As loadWebhook, with its lock. */
export async function loadForChange(
  reader: HostmasterReader,
  call: Pick<ReadCall, 'actor'>,
  id: string,
): Promise<Webhook> {
  requireManager(call);
  const webhook = await reader.first(lockWebhook, { id });
  if (webhook?.workspaceId === call.actor.workspaceId) return webhook;
  throw webhookNotFound();
}

export function requireActive(webhook: Webhook): void {
  if (webhook.state === 'active') return;
  throw new Refusal('webhook_paused', 'The webhook is paused. Resume it first.');
}

export function webhookView(webhook: Webhook) {
  const { id, url, types, ordered, state, pauseReason, createdAt } = webhook;
  return {
    id,
    url,
    types: types === null ? [every] : [...types],
    ordered,
    state,
    pauseReason,
    createdAt: isoTime(createdAt),
  };
}

/** Null for events of every type. */
export function parseTypes(types: readonly string[]): readonly string[] | null {
  const unknown = types.findIndex((type) => type !== every && !isEventType(type));
  if (unknown !== -1) {
    const message = 'is not a type of events; /reference lists them';
    throw invalidRequest({ path: `types[${unknown}]`, message });
  }
  return types.includes(every) ? null : [...new Set(types)];
}

/** A name that does not resolve is accepted: each delivery looks its addresses up and checks them. */
export function parseUrl(text: string, { services }: Pick<ReadCall, 'services'>): string {
  return parseWebhookUrl(text, services.webhookTargets).href;
}

export function webhookFact(
  call: Call,
  kind: Exclude<WebhookFact['kind'], 'webhook.paused'>,
  { id: webhookId, url }: Webhook,
): FactEntry {
  return happened(call, { kind, webhookId, url });
}

/** Changes of one webhook are decided one after another. */
export function webhookKey(webhookId: string): string {
  return `webhook ${webhookId}`;
}
