/**
 * The types of events with the data that each carries. The stream, webhooks, documentation and the
 * OpenAPI document derive from this table; a test compares docs/events.md with it.
 */
import { type Static, Type } from 'typebox';
import { data, reason } from './events/data.ts';
import { dnssecEvents } from './events/dnssec.ts';
import { limits, timestamp } from './schemas.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const expiresAt = timestamp('When the domain expires.');
const transferId = Type.String({ description: 'The id of the transfer.' });
const fields = Type.Array(Type.String(), {
  description: 'The fields that change, without values.',
});
const credits = Type.Number({ description: 'Credits.' });
const topUp = { topUpId: Type.String(), credits };
const webhookId = Type.String({ description: 'The id of the webhook.' });
const key = {
  keyId: Type.String(),
  name: Type.String({ description: 'The name that its owner gave it.' }),
  prefix: Type.String({ description: 'The start of the key, as lists show it.' }),
};
const updateKey = { key: Type.String({ description: 'The name of the TSIG key.' }) };

export const eventTypes = {
  'domain.registration_started': {
    meaning:
      'A registration was ordered and its credits were debited; the registry has not confirmed it.',
    data: data({ years: Type.Integer(), credits }),
  },
  'domain.registered': {
    meaning: 'The registry has confirmed the registration; the zone is served.',
    data: data({ years: Type.Integer(), expiresAt }),
  },
  'domain.registration_undecided': {
    meaning:
      'The registry has not said whether it has registered the name; the service goes on asking.',
    data: data({}),
  },
  'domain.registration_failed': {
    meaning: 'The registry refused the registration; the credits are back.',
    data: data({ reason }),
  },
  'domain.dismissed': {
    meaning: 'A failed registration was removed from the list.',
    data: data({}),
  },
  'domain.renewal_started': {
    meaning:
      'A renewal was ordered and its credits were debited; the registry has not confirmed it.',
    data: data({ years: Type.Integer(), credits, expiresAt }),
  },
  'domain.renewed': {
    meaning: 'The registry has confirmed a renewal.',
    data: data({ years: Type.Integer(), expiresAt }),
  },
  'domain.renewal_undecided': {
    meaning:
      'The registry asks more for a renewal or a restore than was agreed; the operator decides, and the credits stay debited.',
    data: data({}),
  },
  'domain.renewal_failed': {
    meaning: 'A renewal was refused, or an automatic one could not be started.',
    data: data({ reason }),
  },
  'domain.expiring': {
    meaning: 'The domain expires in 30, 7 or 1 days.',
    data: data({ days: Type.Integer({ description: 'Days until it expires.' }), expiresAt }),
  },
  'domain.expired': {
    meaning: 'The domain has expired; it can be renewed until it is released.',
    data: data({ expiresAt }),
  },
  'domain.releasing': {
    meaning: 'The release has begun; the domain can no longer be changed or renewed.',
    data: data({ expiredAt: timestamp('When the domain expired.') }),
  },
  'domain.deleted': {
    meaning: 'The domain was deleted at the registry; it can be restored until then.',
    data: data({ until: timestamp('Until then it can be restored.') }),
  },
  'domain.restore_started': {
    meaning: 'A restore was ordered and its credits were debited.',
    data: data({ years: Type.Integer(), credits, expiresAt }),
  },
  'domain.restored': {
    meaning: 'The domain was restored at the registry; it is in use again.',
    data: data({}),
  },
  'domain.restore_failed': {
    meaning: 'The restore was refused; the credits are back.',
    data: data({ reason }),
  },
  'domain.released': {
    meaning: 'The domain was released after its grace period.',
    data: data({}),
  },
  'domain.transferred_away': {
    meaning: 'The domain was transferred to another registrar.',
    data: data({}),
  },
  'domain.transfer_started': {
    meaning: 'A transfer from another registrar was ordered.',
    data: data({ transferId }),
  },
  'domain.transfer_waiting': {
    meaning: 'The registry has accepted the request; the current registrar can deny it until then.',
    data: data({
      transferId,
      until: Type.Optional(timestamp('When it succeeds without an answer.')),
    }),
  },
  'domain.transfer_action_required': {
    meaning: 'The transfer cannot go on before its owner has done something.',
    data: data({ transferId, reason, action: Type.String({ description: 'What to do.' }) }),
  },
  'domain.transfer_resumed': {
    meaning: 'A new auth code was given; the transfer goes on.',
    data: data({ transferId }),
  },
  'domain.transfer_succeeded': {
    meaning: 'The domain was transferred to this service; its zone is served.',
    data: data({ transferId, expiresAt }),
  },
  'domain.transfer_failed': {
    meaning: 'The transfer failed; the credits are back.',
    data: data({ transferId, reason }),
  },
  'domain.transfer_cancelled': {
    meaning: 'The transfer was cancelled; the credits are back.',
    data: data({ transferId }),
  },
  'domain.transfer_out_requested': {
    meaning: 'Another registrar has asked for the domain; its owner can approve or deny that.',
    data: data({ actsAt: timestamp('When the transfer is completed without an answer.') }),
  },
  'domain.transfer_out_denied': {
    meaning: 'The transfer to another registrar was denied; the domain stays.',
    data: data({}),
  },
  'domain.transfer_out_cancelled': {
    meaning: 'The other registrar or the registry has cancelled the transfer; the domain stays.',
    data: data({}),
  },
  'domain.nameservers_changed': {
    meaning: 'The nameservers were replaced.',
    data: data({ nameservers: Type.Array(Type.String()) }),
  },
  'domain.nameservers_waiting': {
    meaning: 'The registry gets the new nameservers once these hosts have address records.',
    data: data({ hosts: Type.Array(Type.String()) }),
  },
  'domain.settings_changed': {
    meaning: 'Auto-renewal, privacy or the transfer lock were set; the data has what was set.',
    data: data({
      autoRenew: Type.Optional(Type.Boolean()),
      privacyEnabled: Type.Optional(Type.Boolean()),
      transferLocked: Type.Optional(Type.Boolean()),
    }),
  },
  'domain.tags_changed': {
    meaning: 'Tags were added or removed; the data has all tags of the domain.',
    data: data({ tags: Type.Array(Type.String()) }),
  },
  'domain.update_refused': {
    meaning: 'The registry refused new nameservers or settings; the domain has the old ones again.',
    data: data({ reason }),
  },
  'domain.updated': {
    meaning:
      'The registry has new nameservers, settings or DS records; the data has what it was sent.',
    data: data({
      nameservers: Type.Optional(Type.Array(Type.String())),
      privacyEnabled: Type.Optional(Type.Boolean()),
      transferLocked: Type.Optional(Type.Boolean()),
      isOnHold: Type.Optional(Type.Boolean()),
      ds: Type.Optional(Type.Array(Type.String())),
    }),
  },
  'domain.contact_change_started': {
    meaning: 'A change of the owner data was ordered.',
    data: data({ fields }),
  },
  'domain.contact_changed': {
    meaning: 'The registry has accepted the change of the owner data.',
    data: data({
      fields,
      isNewOwner: Type.Boolean({
        description: 'Whether the domain belongs to another person or organization now.',
      }),
    }),
  },
  'domain.contact_change_refused': {
    meaning: 'The registry declined the change of the owner data; the domain keeps the old ones.',
    data: data({ reason }),
  },
  'domain.auth_code_replaced': {
    meaning: 'The auth code was replaced; an earlier one no longer works.',
    data: data({}),
  },
  'domain.registrant_unconfirmed': {
    meaning: 'The registrant has not confirmed the email address within 15 days.',
    data: data({}),
  },
  'domain.registrant_confirmed': {
    meaning: 'The registrant has confirmed the email address.',
    data: data({}),
  },
  'domain.held': {
    meaning: 'The domain was put on hold; its name no longer resolves.',
    data: data({ reason }),
  },
  'domain.hold_lifted': {
    meaning: 'The hold was lifted.',
    data: data({ reason }),
  },
  'dns.soa_changed': {
    meaning: 'The mailbox or the timers in the SOA were changed; the data has the new ones.',
    data: data({
      mailbox: Type.String(),
      refresh: count('In seconds.'),
      retry: count('In seconds.'),
      expire: count('In seconds.'),
      negativeTtl: count('In seconds.'),
    }),
  },
  'dns.changed': {
    meaning: 'Records were changed: one event for each change, however many records it has.',
    data: data({
      revision: count('The revision of the zone that this change made.'),
      added: count('Records created.'),
      changed: count('Records changed.'),
      removed: count('Records deleted.'),
      names: Type.Array(Type.String(), {
        maxItems: limits.eventNamesMax,
        description: `The names of these records relative to the domain, at most ${limits.eventNamesMax}.`,
      }),
    }),
  },
  ...dnssecEvents,
  'bulk.finished': {
    meaning:
      'A bulk operation has ended: every domain has its outcome, or what was left was cancelled.',
    data: data({
      bulkId: Type.String({ description: 'The id of the bulk operation.' }),
      kind: Type.String({ description: 'What it does with each domain.' }),
      done: count('Domains whose operation was accepted.'),
      failed: count('Domains whose operation was refused.'),
      cancelled: count('Domains that it had not begun when it was cancelled.'),
      credits,
    }),
  },
  'credits.low': {
    meaning: 'The balance does not cover the automatic renewals of the next 30 days.',
    data: data({ missing: credits }),
  },
  'credits.budget_reached': {
    meaning: 'The spending of this calendar month (UTC) has passed a threshold of the budget.',
    data: data({ month: Type.String(), percent: Type.Integer(), budget: credits, spent: credits }),
  },
  'credits.topped_up': {
    meaning: 'Credits were paid for, or added by the operator.',
    data: data({ credits }),
  },
  'credits.removed': { meaning: 'The operator has removed credits.', data: data({ credits }) },
  'credits.top_up_started': { meaning: 'A payment for credits was started.', data: data(topUp) },
  'credits.top_up_failed': {
    meaning: 'The payment failed; no credits were added.',
    data: data(topUp),
  },
  'credits.top_up_expired': {
    meaning: 'The payment was not completed in time; no credits were added.',
    data: data(topUp),
  },
  'credits.payment_refunded': {
    meaning: 'A payment was refunded by the payment provider.',
    data: data(topUp),
  },
  'credits.payment_disputed': {
    meaning: 'A payment was disputed with the payment provider.',
    data: data(topUp),
  },
  'workspace.suspended': {
    meaning: 'The operator has suspended the workspace. Events are sent when it is resumed.',
    data: data({ reason: Type.Optional(reason) }),
  },
  'workspace.resumed': {
    meaning: 'The operator has lifted the suspension.',
    data: data({}),
  },
  'webhook.paused': {
    meaning: 'A webhook was paused, by a person or because its receiver fails.',
    data: data({ webhookId, reason: Type.Optional(reason) }),
  },
  'webhook.resumed': {
    meaning: 'A webhook was resumed; it gets what it missed.',
    data: data({ webhookId }),
  },
  'key.created': {
    meaning: 'An API key was created.',
    data: data({ ...key, scope: Type.String() }),
  },
  'key.revoked': { meaning: 'An API key was revoked.', data: data(key) },
  'key.expired': { meaning: 'An API key expired.', data: data(key) },
  'update_key.created': { meaning: 'A dynamic DNS key was created.', data: data(updateKey) },
  'update_key.revoked': { meaning: 'A dynamic DNS key was revoked.', data: data(updateKey) },
  'update_key.expired': { meaning: 'A dynamic DNS key expired.', data: data(updateKey) },
} as const;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = Omit<Static<(typeof eventTypes)[T]['data']>, 'actor'>;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

/**
 * An event as it is sent. The service validates only this form, because stored events of later versions
 * pass through unchanged; the type of its answers and the OpenAPI document have the data of each type.
 */
export const event = Type.Object(
  {
    id: Type.String({ description: 'Never given to another event.' }),
    type: Type.String({ description: 'What happened; more types may follow.' }),
    at: timestamp('When it happened.'),
    domain: Type.Union([Type.String(), Type.Null()], {
      description:
        'The domain it is about; null when it is about the workspace or several domains.',
    }),
    data: Type.Object({}, { additionalProperties: true, description: 'By type.' }),
  },
  { title: 'Event' },
);

type EventBase = Omit<Static<typeof event>, 'type' | 'data'>;

/** By its type, with the data of that type. */
export type Event = {
  [T in EventType]: EventBase & { type: T; data: Static<(typeof eventTypes)[T]['data']> };
}[EventType];

/** For the answers of endpoints: events of every type. */
export const typedEvent = Type.Unsafe<Event>(event);
