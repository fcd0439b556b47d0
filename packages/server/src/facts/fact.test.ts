import { type EventType, event as eventSchema, eventTypes } from '@hostmaster/contract';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { eventView } from '../events/event-view.ts';
import { activityOf, activityText, eventOf, eventRow, type Fact, type FactKind } from './fact.ts';
import type { FactForms } from './fact-form.ts';
import { domain, factExamples } from './fixtures/fact-examples.ts';
import { type ApiKeyFact, apiKeyForms } from './keys.ts';

const ajv = new Ajv({
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
});

/** The kinds that publish each type of event; a type without one does not compile. */
const kindsByType: { readonly [T in EventType]: readonly [FactKind, ...FactKind[]] } = {
  'domain.registered': ['domain.registered'],
  'domain.registration_failed': ['domain.registration_failed'],
  'domain.renewed': ['domain.renewed'],
  'domain.renewal_failed': [
    'domain.renewal_failed',
    'domain.paid_renewal_failed',
    'domain.auto_renewal_failed',
  ],
  'domain.expiring': ['domain.expiry_notice'],
  'domain.expired': ['domain.expired'],
  'domain.released': ['domain.released'],
  'domain.transferred_away': ['domain.transferred_away'],
  'domain.transfer_started': ['domain.transfer_started'],
  'domain.transfer_waiting': ['domain.transfer_waiting'],
  'domain.transfer_action_required': ['domain.transfer_action_required'],
  'domain.transfer_succeeded': ['domain.transfer_succeeded'],
  'domain.transfer_failed': ['domain.transfer_failed'],
  'domain.transfer_cancelled': ['domain.transfer_cancelled'],
  'domain.transfer_out_requested': ['domain.transfer_out_requested'],
  'domain.transfer_out_denied': ['domain.transfer_out_denied'],
  'domain.transfer_out_cancelled': ['domain.transfer_out_cancelled'],
  'domain.nameservers_changed': ['domain.nameservers', 'domain.nameservers_removed'],
  'domain.settings_changed': ['domain.update', 'domain.locked', 'domain.unlocked'],
  'domain.tags_changed': ['domain.tags'],
  'domain.update_refused': ['domain.convergence_refused'],
  'dnssec.turning_on': ['dnssec.turning_on'],
  'dnssec.on': ['dnssec.on'],
  'dnssec.ds_kept': ['dnssec.ds_kept'],
  'dnssec.cds_following': ['dnssec.cds_following'],
  'dnssec.ds_followed': ['dnssec.ds_followed'],
  'dnssec.rolling': ['dnssec.rolling'],
  'dnssec.rolled': ['dnssec.rolled'],
  'dnssec.foreign_keys_added': ['dnssec.foreign_keys_added'],
  'dnssec.shared': ['dnssec.shared'],
  'dnssec.foreign_keys_removing': ['dnssec.foreign_keys_removing'],
  'dnssec.foreign_keys_removed': ['dnssec.foreign_keys_removed'],
  'dnssec.handing_over': ['dnssec.handing_over'],
  'dnssec.turning_off': ['dnssec.turning_off'],
  'dnssec.off': ['dnssec.off'],
  'dnssec.ds_refused': ['dnssec.ds_refused'],
  'dnssec.nameservers_waiting': ['dnssec.nameservers_waiting'],
  'dns.soa_changed': ['domain.soa'],
  'dns.changed': ['record.create', 'record.update', 'record.delete', 'records.change'],
  'bulk.finished': ['bulk.finish', 'bulk.cancel'],
  'credits.low': ['credits.forecast'],
  'credits.budget_reached': ['credits.budget_reached'],
  'credits.topped_up': ['credits.add', 'credits.top_up'],
  'key.created': ['key.create'],
  'key.revoked': ['key.revoke'],
  'key.expired': ['key.expire'],
  'update_key.created': ['tsig_key.create'],
  'update_key.revoked': ['tsig_key.revoke'],
  'update_key.expired': ['tsig_key.expire'],
  'domain.registration_started': ['domain.register'],
  'domain.registration_undecided': ['domain.registration_undecided'],
  'domain.dismissed': ['domain.dismissed'],
  'domain.renewal_started': ['domain.renew'],
  'domain.renewal_undecided': ['domain.renewal_held'],
  'domain.releasing': ['domain.releasing'],
  'domain.deleted': ['domain.deleted'],
  'domain.restore_started': ['domain.restore'],
  'domain.restored': ['domain.restored'],
  'domain.restore_failed': ['domain.restore_failed'],
  'domain.transfer_resumed': ['domain.transfer_retry'],
  'domain.nameservers_waiting': ['domain.nameservers_waiting'],
  'domain.updated': ['domain.converged'],
  'domain.contact_change_started': ['domain.contact'],
  'domain.contact_changed': ['domain.contact_changed'],
  'domain.contact_change_refused': ['domain.contact_refused'],
  'domain.auth_code_replaced': ['domain.auth_code_replaced', 'domain.auth_code_expired'],
  'domain.held': ['domain.held'],
  'domain.hold_lifted': ['domain.unheld'],
  'domain.registrant_confirmed': ['domain.registrant_confirmed'],
  'domain.registrant_unconfirmed': ['domain.registrant_unconfirmed'],
  'credits.removed': ['credits.remove'],
  'credits.top_up_started': ['credits.top_up_requested'],
  'credits.top_up_failed': ['credits.top_up_failed'],
  'credits.top_up_expired': ['credits.top_up_expired'],
  'credits.payment_refunded': ['credits.payment_refunded'],
  'credits.payment_disputed': ['credits.payment_disputed'],
  'workspace.suspended': ['workspace.suspend'],
  'workspace.resumed': ['workspace.resume'],
  'webhook.paused': ['webhook.paused', 'webhook.pause'],
  'webhook.resumed': ['webhook.resume'],
};

const actor = { kind: 'api_key', id: 'key_1', workspaceId: 'ws_1' } as const;
const idBase = `evt_${'0'.repeat(26)}`;

/** As `GET /v1/events` and webhooks show it. */
function published(fact: Fact) {
  const row = eventRow({ id: 'act_1', at: Date.UTC(2030, 4, 1), actor, fact });
  return row === null ? null : eventView({ ...row, idBase, seq: 1 });
}

describe('public events', () => {
  it.each(Object.entries(kindsByType))('%s follows its schema', (type, kinds) => {
    const { data } = eventTypes[type as EventType];
    const isData = ajv.compile({ ...data, additionalProperties: false });
    const isEvent = ajv.compile(eventSchema);
    for (const kind of kinds) {
      const event = published(exampleOf(kind));
      expect(event, kind).toMatchObject({
        type,
        data: { actor: { kind: 'api_key', id: 'key_1' } },
      });
      expect(isData(event?.data), ajv.errorsText(isData.errors)).toBe(true);
      expect(isEvent(event), ajv.errorsText(isEvent.errors)).toBe(true);
      const about = event?.domain ?? null;
      expect(about === null || normaliseDomainName(about) === about, `${about}`).toBe(true);
      expect(JSON.stringify(event)).not.toMatch(/unknown|undefined/);
    }
  });

  it('follow from no other kind', () => {
    const kinds = new Set(Object.values(kindsByType).flat());
    const others = factExamples.filter(({ kind }) => !kinds.has(kind));
    expect(others.filter((fact) => eventOf(fact) !== null)).toEqual([]);
  });

  it('have the values of their fact', () => {
    const expiresAt = '2031-05-01T12:00:00.000Z';
    expect(eventOf(exampleOf('domain.expiry_notice'))).toEqual({
      type: 'domain.expiring',
      domain,
      data: { days: 30, expiresAt },
    });
    expect(eventOf({ kind: 'domain.expiry_notice', domain, days: 10, expiresAt })).toBeNull();
    expect(eventOf(exampleOf('domain.unlocked'))?.data).toEqual({ transferLocked: false });
    const nothing = { revision: 3, added: 0, changed: 0, removed: 0, names: [] };
    expect(eventOf({ kind: 'records.change', domain, ...nothing })).toBeNull();
  });

  it.each([
    [['a.com'], 'a.com'],
    [['a.com', 'b.com', 'c.com'], null],
    [null, null],
  ])('of a key for %j are about %j', (domainNames, about) => {
    const fact = { kind: 'tsig_key.revoke', key: 'update-1', domainNames } as const;
    expect(published(fact)).toMatchObject({ domain: about, data: { key: 'update-1' } });
  });
});

describe('activity rows', () => {
  it.each(factExamples)('$kind: the row has the fact, and a text', (fact) => {
    const { action, subject, details } = activityOf(fact);
    expect(action).toBe(fact.kind);
    expect(activityText({ action, subject, details })).not.toMatch(/unknown|undefined/);
    expect(JSON.parse(JSON.stringify(details))).toEqual(details);
    if (!Object.hasOwn(rowsOfTheirOwn, action)) {
      const fields = Object.entries(fact).filter(([, value]) => value === subject);
      expect(fields).toHaveLength(1);
      expect({ kind: action, [fields[0]?.[0] ?? '']: subject, ...details }).toEqual(fact);
    } else {
      expect({ subject, details }).toEqual(rowsOfTheirOwn[action]);
    }
  });

  it('have a form for every kind, or do not compile', () => {
    // @ts-expect-error A kind is missing.
    const forms: FactForms<ApiKeyFact> = { 'key.create': apiKeyForms['key.create'] };
    // @ts-expect-error There is no such field.
    const fact: Fact = { kind: 'domain.released', domain, reason: 'renamed' };
    expect([forms, fact]).toHaveLength(2);
  });
});

const record = { id: 'rec_1', type: 'A', name: 'www', ttl: 3600, value: '192.0.2.1' };
const mail = { kind: 'expiry', subject: 'Expires soon' };

/** Rows that are not the fields of their fact. */
const rowsOfTheirOwn: Readonly<Record<string, { subject: string; details: object }>> = {
  'record.create': { subject: domain, details: record },
  'record.update': { subject: domain, details: { before: record, after: { ...record, ttl: 300 } } },
  'record.delete': { subject: domain, details: record },
  'records.change': {
    subject: domain,
    details: { revision: 17, added: 1, changed: 0, removed: 0 },
  },
  'tsig_key.create': {
    subject: domain,
    details: {
      key: 'update-0123.example.com',
      pattern: '_acme-challenge.*',
      types: ['TXT'],
      mayTransfer: false,
      algorithm: 'hmac-sha256',
    },
  },
  'tsig_key.revoke': { subject: domain, details: { key: 'update-0123.example.com' } },
  'tsig_key.expire': { subject: domain, details: { key: 'update-0123.example.com' } },
  'mail.sent': { subject: 'ada@example.com', details: mail },
  'mail.failed': {
    subject: 'ada@example.com',
    details: { ...mail, problem: '550 no such user' },
  },
  'mail.delayed': { subject: 'ada@example.com', details: { ...mail, problem: 'timeout' } },
};

it.each([
  [
    'domain.register',
    'a.com',
    { years: 1, credits: 12 },
    'registered a.com for 1 year (12 credits)',
  ],
  ['domain.renew', 'a.com', { years: 2, credits: 1 }, 'renewed a.com for 2 years (1 credit)'],
  [
    'record.update',
    'a.com',
    {
      before: { name: '@', type: 'A', value: '192.0.2.1' },
      after: { name: '@', type: 'A', value: '192.0.2.2' },
    },
    'changed @ A 192.0.2.1 to @ A 192.0.2.2 in a.com',
  ],
  [
    'record.update',
    'a.com',
    {
      before: { name: '@', type: 'A', value: '192.0.2.1', ttl: 3600 },
      after: { name: '@', type: 'A', value: '192.0.2.1', ttl: 300 },
    },
    'changed the TTL of @ A 192.0.2.1 from 3600 to 300 seconds in a.com',
  ],
  [
    'records.change',
    'a.com',
    { revision: 3, added: 2_000, changed: 0, removed: 1 },
    'changed the records of a.com: 2,000 added, 1 removed',
  ],
  [
    'record.delete',
    'a.com',
    { name: 'x', type: 'TXT', value: 'y'.repeat(100) },
    `deleted x TXT ${'y'.repeat(60)}… from a.com`,
  ],
  [
    'domain.update',
    'a.com',
    { autoRenew: true, privacyEnabled: false },
    'set auto-renew on and privacy off for a.com',
  ],
  // As earlier versions wrote them: without fields that were added since, or of kinds that are gone.
  [
    'tsig_key.create',
    'a.com and 2 more',
    { key: 'update-1', pattern: '*', types: null },
    'created a dynamic DNS key for * on a.com and 2 more',
  ],
  [
    'domain.registered',
    'a.com',
    { years: 1 },
    'confirmed the registration of a.com with the registry',
  ],
  ['domain.auto_renewal_failed', 'a.com', {}, "couldn't renew a.com automatically"],
  ['domain.renewal_failed', 'a.com', { reason: { code: 1 } }, "couldn't renew a.com: unknown"],
  ['something.no_longer_there', 'it', { any: 1 }, 'something no longer there: it'],
  ['constructor', 'it', {}, 'constructor: it'],
  ['member.invite', '', {}, 'did something that was erased from the activity'],
] as const)('the text of a stored row: %s of %s', (action, subject, details, text) => {
  expect(activityText({ action, subject, details })).toBe(text);
});

function exampleOf(kind: FactKind): Fact {
  const fact = factExamples.find((example) => example.kind === kind);
  if (fact === undefined) throw new Error(`${kind} has no example.`);
  return fact;
}
