/**
 * The events that follow from activity: each fact is recorded once, as an entry of the activity, and
 * an entry that others wait for is an event too. Changes of records are no entries of this table:
 * however many records a change has, it is one event.
 */
import type { Happening } from './record-event.ts';

interface Entry {
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

type Details = Readonly<Record<string, unknown>>;

const eventByAction: Readonly<Record<string, (subject: string, details: Details) => Happening>> = {
  'domain.registered': (domain, d) => ({ type: 'domain.registered', domain, data: termOf(d) }),
  'domain.registration_failed': (domain, d) => ({
    type: 'domain.registration_failed',
    domain,
    data: { reason: text(d.reason) },
  }),
  'domain.renewed': (domain, d) => ({ type: 'domain.renewed', domain, data: termOf(d) }),
  'domain.renewal_failed': renewalFailed,
  'domain.auto_renewal_failed': renewalFailed,
  'domain.paid_renewal_failed': renewalFailed,
  'domain.expiry_notice': (domain, d) => ({
    type: 'domain.expiring',
    domain,
    data: { days: -number(d.days), expiresAt: text(d.expiresAt) },
  }),
  'domain.expired': (domain, d) => ({
    type: 'domain.expired',
    domain,
    data: { expiresAt: text(d.expiresAt) },
  }),
  'domain.released': (domain) => ({ type: 'domain.released', domain, data: {} }),
  'domain.transferred_away': (domain) => ({ type: 'domain.transferred_away', domain, data: {} }),
  'domain.transfer_started': (domain, d) => ({
    type: 'domain.transfer_started',
    domain,
    data: { transferId: text(d.transferId) },
  }),
  'domain.transfer_waiting': (domain, d) => ({
    type: 'domain.transfer_waiting',
    domain,
    data: {
      transferId: text(d.transferId),
      ...(d.until === undefined ? {} : { until: text(d.until) }),
    },
  }),
  'domain.transfer_action_required': (domain, d) => ({
    type: 'domain.transfer_action_required',
    domain,
    data: { transferId: text(d.transferId), reason: text(d.reason), action: text(d.action) },
  }),
  'domain.transfer_succeeded': (domain, d) => ({
    type: 'domain.transfer_succeeded',
    domain,
    data: { transferId: text(d.transferId), expiresAt: text(d.expiresAt) },
  }),
  'domain.transfer_failed': (domain, d) => ({
    type: 'domain.transfer_failed',
    domain,
    data: { transferId: text(d.transferId), reason: text(d.reason) },
  }),
  'domain.transfer_cancelled': (domain, d) => ({
    type: 'domain.transfer_cancelled',
    domain,
    data: { transferId: text(d.transferId) },
  }),
  'domain.transfer_out_requested': (domain, d) => ({
    type: 'domain.transfer_out_requested',
    domain,
    data: { actsAt: text(d.actsAt) },
  }),
  'domain.transfer_out_denied': (domain) => ({
    type: 'domain.transfer_out_denied',
    domain,
    data: {},
  }),
  'domain.transfer_out_cancelled': (domain) => ({
    type: 'domain.transfer_out_cancelled',
    domain,
    data: {},
  }),
  'domain.nameservers': (domain, d) => ({
    type: 'domain.nameservers_changed',
    domain,
    data: { nameservers: Array.isArray(d.nameservers) ? d.nameservers.map(text) : [] },
  }),
  'domain.update': (domain, d) => ({
    type: 'domain.settings_changed',
    domain,
    data: { autoRenew: d.autoRenew === true, privacyEnabled: d.privacyEnabled === true },
  }),
  'domain.locked': (domain) => lockChanged(domain, true),
  'domain.unlocked': (domain) => lockChanged(domain, false),
  'domain.convergence_refused': (domain, d) => ({
    type: 'domain.update_refused',
    domain,
    data: { reason: text(d.reason) },
  }),
  'credits.forecast': (_, d) => ({
    type: 'credits.low',
    domain: null,
    data: { missing: number(d.missing) },
  }),
  'credits.top_up': toppedUp,
  'credits.add': toppedUp,
  'key.create': (keyId, d) => ({
    type: 'key.created',
    domain: null,
    data: { keyId, name: text(d.name), prefix: text(d.prefix), scope: text(d.scope) },
  }),
  'key.revoke': (keyId, d) => ({
    type: 'key.revoked',
    domain: null,
    data: { keyId, name: text(d.name), prefix: text(d.prefix) },
  }),
  'tsig_key.create': (domain, d) => ({
    type: 'update_key.created',
    domain,
    data: { key: text(d.key) },
  }),
  'tsig_key.revoke': (domain, d) => ({
    type: 'update_key.revoked',
    domain,
    data: { key: text(d.key) },
  }),
};

/** Null for an entry that is no event. */
export function eventOfActivity({ action, subject, details = {} }: Entry): Happening | null {
  if (action === 'domain.expiry_notice' && number(details.days) >= 0) return null;
  return eventByAction[action]?.(subject, details) ?? null;
}

function renewalFailed(domain: string, details: Details): Happening {
  return { type: 'domain.renewal_failed', domain, data: { reason: text(details.reason) } };
}

function lockChanged(domain: string, transferLocked: boolean): Happening {
  return { type: 'domain.settings_changed', domain, data: { transferLocked } };
}

function toppedUp(_: string, details: Details): Happening {
  return { type: 'credits.topped_up', domain: null, data: { credits: number(details.credits) } };
}

function termOf(details: Details) {
  return { years: number(details.years), expiresAt: text(details.expiresAt) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
