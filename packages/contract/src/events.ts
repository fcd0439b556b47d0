/**
 * The types of events with the data that each carries. The stream, webhooks, documentation and the
 * OpenAPI document derive from this table; a test compares docs/events.md with it.
 */
import { type Static, type TProperties, Type } from 'typebox';
import { limits, timestamp } from './schemas.ts';

const actorKinds = ['api_key', 'user', 'update_key', 'operator', 'system'] as const;

const actor = Type.Object(
  { kind: Type.Enum([...actorKinds]), id: Type.String() },
  { description: 'Who made the change.' },
);

/** Every event names its actor. */
function data<P extends TProperties>(properties: P) {
  return Type.Object({ actor, ...properties });
}

const count = (description: string) => Type.Integer({ minimum: 0, description });
const expiresAt = timestamp('When the domain expires.');
const reason = Type.String({ description: 'Why, for people to read.' });
const transferId = Type.String({ description: 'The id of the transfer.' });
const key = {
  keyId: Type.String(),
  name: Type.String({ description: 'The name that its owner gave it.' }),
  prefix: Type.String({ description: 'The start of the key, as lists show it.' }),
};
const updateKey = { key: Type.String({ description: 'The name of the TSIG key.' }) };

export const eventTypes = {
  'domain.registered': {
    meaning: 'The registry has confirmed the registration; the zone is served.',
    data: data({ years: Type.Integer(), expiresAt }),
  },
  'domain.registration_failed': {
    meaning: 'The registry refused the registration; the credits are back.',
    data: data({ reason }),
  },
  'domain.renewed': {
    meaning: 'The registry has confirmed a renewal.',
    data: data({ years: Type.Integer(), expiresAt }),
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
  'domain.settings_changed': {
    meaning: 'Auto-renewal, privacy or the transfer lock were set; the data has what was set.',
    data: data({
      autoRenew: Type.Optional(Type.Boolean()),
      privacyEnabled: Type.Optional(Type.Boolean()),
      transferLocked: Type.Optional(Type.Boolean()),
    }),
  },
  'domain.update_refused': {
    meaning: 'The registry refused new nameservers or settings; the domain has the old ones again.',
    data: data({ reason }),
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
  'credits.low': {
    meaning: 'The balance does not cover the automatic renewals of the next 30 days.',
    data: data({ missing: Type.Number({ description: 'Credits.' }) }),
  },
  'credits.topped_up': {
    meaning: 'Credits were paid for, or added by the operator.',
    data: data({ credits: Type.Number() }),
  },
  'key.created': {
    meaning: 'An API key was created.',
    data: data({ ...key, scope: Type.String() }),
  },
  'key.revoked': { meaning: 'An API key was revoked.', data: data(key) },
  'update_key.created': { meaning: 'A dynamic DNS key was created.', data: data(updateKey) },
  'update_key.revoked': { meaning: 'A dynamic DNS key was revoked.', data: data(updateKey) },
} as const;

export type EventType = keyof typeof eventTypes;
export type EventData<T extends EventType> = Omit<Static<(typeof eventTypes)[T]['data']>, 'actor'>;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventTypes, text);
}

export const event = Type.Object(
  {
    id: Type.String({ description: 'Never given to another event.' }),
    type: Type.String({ description: 'See docs/events.md; more types may follow.' }),
    at: timestamp('When it happened.'),
    domain: Type.Union([Type.String(), Type.Null()], {
      description:
        'The domain it is about; null when it is about the workspace or several domains.',
    }),
    data: Type.Object(
      {},
      { additionalProperties: true, description: 'By type, see docs/events.md.' },
    ),
  },
  { title: 'Event' },
);

export type Event = Static<typeof event>;
