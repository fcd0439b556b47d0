/**
 * The mailbox and the timers of a SOA: what an owner may choose. The bounds keep a zone from burdening the
 * secondaries, which serve all zones: they ask no more often, and forget a zone no sooner.
 */
import { limits } from '@hostmaster/contract';
import { Name, type SoaData } from '@hostmaster/dns';
import { normaliseNameserver } from '../domains/nameserver-name.ts';
import type { SoaSettings } from '../storage/tables/domains/domains.ts';

/**
 * Secondaries learn of changes by NOTIFY; the refresh timer covers a lost NOTIFY. Without the
 * primary they answer for two weeks. Negative answers are cached for five minutes (RFC 2308).
 */
export const standardSoa: SoaSettings = {
  mailbox: null,
  refreshSeconds: 3_600,
  retrySeconds: 600,
  expireSeconds: 1_209_600,
  negativeTtlSeconds: 300,
};

export interface SoaProblem {
  readonly field: keyof SoaSettings;
  readonly message: string;
}

const bounds = {
  refreshSeconds: limits.soaRefreshSeconds,
  retrySeconds: limits.soaRetrySeconds,
  expireSeconds: limits.soaExpireSeconds,
  negativeTtlSeconds: limits.soaNegativeTtlSeconds,
} as const;

/** The first field that is out of bounds; null when all are within them. */
export function soaProblem(soa: SoaSettings): SoaProblem | null {
  for (const [field, { min, max }] of Object.entries(bounds)) {
    const timer = field as keyof typeof bounds;
    if (soa[timer] < min || soa[timer] > max) {
      return { field: timer, message: `must be from ${min} to ${max} seconds` };
    }
  }
  if (soa.retrySeconds >= soa.refreshSeconds) {
    return { field: 'retrySeconds', message: 'must be shorter than the refresh time' };
  }
  return null;
}

/** The canonical form of an email address that a SOA can hold; null for other texts. */
export function normaliseMailbox(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const host = normaliseNameserver(text.slice(at + 1));
  if (at < 1 || host === null || !/^[\w!#$%&'*+./=?^`{|}~-]{1,63}$/.test(local)) return null;
  const mailbox = `${local}@${host}`;
  // A name has 255 octets on the wire, two more than its text.
  return mailbox.length <= 253 ? mailbox : null;
}

/** The local part is one label, dots and all (RFC 1035, section 8). */
export function mailboxName(mailbox: string): Name {
  const at = mailbox.lastIndexOf('@');
  const local = new TextEncoder().encode(mailbox.slice(0, at));
  return Name.fromLabels([local, ...Name.parse(mailbox.slice(at + 1)).labels()]);
}

/** Null for a name that is no mailbox. */
export function mailboxOf(name: Name): string | null {
  const [local, ...host] = name.labels();
  if (local === undefined || host.length === 0) return null;
  const text = Buffer.from(local).toString('latin1');
  return normaliseMailbox(`${text}@${Name.fromLabels(host).toHostname()}`);
}

/** What a SOA from elsewhere asks for; null where its mailbox is none. */
export function soaSettingsOf(zone: string, data: SoaData): SoaSettings | null {
  const mailbox = mailboxOf(data.mailbox);
  if (mailbox === null) return null;
  const { refreshSeconds, retrySeconds, expireSeconds, negativeTtlSeconds } = data;
  return {
    mailbox: mailbox === standardMailbox(zone) ? null : mailbox,
    refreshSeconds,
    retrySeconds,
    expireSeconds,
    negativeTtlSeconds,
  };
}

export function standardMailbox(zone: string): string {
  return `hostmaster@${zone}`;
}
