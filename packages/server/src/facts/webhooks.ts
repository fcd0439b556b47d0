/** The webhooks of a workspace. Their deliveries are no facts. */
import { type About, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { word } from './wording.ts';

export type WebhookFact =
  | About<
      'webhookId',
      | 'webhook.create'
      | 'webhook.update'
      | 'webhook.pause'
      | 'webhook.resume'
      | 'webhook.delete'
      | 'webhook.rotate'
      | 'webhook.tested'
      | 'webhook.replayed',
      { url: string }
    >
  | About<'webhookId', 'webhook.paused', { url: string; reason: string }>;

export const webhookForms: FactForms<WebhookFact> = withRow(rowAbout('webhookId'), {
  'webhook.create': { text: (_, d) => `created a webhook to ${word(d.url)}`, event: 'internal' },
  'webhook.update': { text: (_, d) => `changed the webhook to ${word(d.url)}`, event: 'internal' },
  'webhook.pause': {
    text: (_, d) => `paused the webhook to ${word(d.url)}`,
    event: ({ webhookId }) => ({ type: 'webhook.paused', domain: null, data: { webhookId } }),
  },
  'webhook.resume': {
    text: (_, d) => `resumed the webhook to ${word(d.url)}`,
    event: ({ webhookId }) => ({ type: 'webhook.resumed', domain: null, data: { webhookId } }),
  },
  'webhook.delete': { text: (_, d) => `deleted the webhook to ${word(d.url)}`, event: 'internal' },
  'webhook.rotate': {
    text: (_, d) => `rotated the secret of the webhook to ${word(d.url)}`,
    event: 'internal',
  },
  'webhook.tested': { text: (_, d) => `sent a test event to ${word(d.url)}`, event: 'internal' },
  'webhook.replayed': { text: (_, d) => `replayed events to ${word(d.url)}`, event: 'internal' },
  'webhook.paused': {
    text: (_, d) => `paused the webhook to ${word(d.url)}: ${word(d.reason)}`,
    event: ({ webhookId, reason }) => ({
      type: 'webhook.paused',
      domain: null,
      data: { webhookId, reason },
    }),
  },
});
