/**
 * Between the password, or the identity provider, and the second factor a browser holds a ticket. It is
 * signed and not stored, so attempts leave nothing behind; a new password makes it worthless.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import type { SecretBox } from '../base/secret-box.ts';
import type { User } from '../storage/tables/people/users.ts';
import type { SessionIdentity } from './sessions.ts';

const ticketLifeMs = 10 * minuteMs;
const purpose = 'sign-in ticket';

type TicketUser = Pick<User, 'id' | 'passwordHash'>;

/** The identity that a ticket proves instead of the password. */
export type TicketIdentity = Pick<SessionIdentity, 'id' | 'providerSession'>;

export function newTicket(
  secrets: Pick<SecretBox, 'derivedKeys'>,
  {
    user,
    now,
    identity,
  }: {
    readonly user: TicketUser;
    readonly now: number;
    readonly identity?: TicketIdentity;
  },
): string {
  const expiresAt = now + ticketLifeMs;
  const [key] = secrets.derivedKeys(purpose);
  const proven = identity === undefined ? '' : `.${identity.id}.${identity.providerSession ?? ''}`;
  const signed = signature(key, user, { expiresAt, proven }).toString('base64url');
  return `${user.id}.${expiresAt}.${signed}${proven}`;
}

/** The identity of a ticket that was checked; null for one that proves the password. */
export function identityOf(ticket: string): SessionIdentity | null {
  const [, , , id, providerSession = ''] = ticket.split('.');
  if (id === undefined) return null;
  const named = providerSession === '' ? null : providerSession;
  return { id, providerSession: named, authenticatedAt: null, factorAt: null };
}

/** The user that a ticket names, which is not proven yet. */
export function userIdOf(ticket: string): string {
  return ticket.split('.', 1)[0] ?? '';
}

export function isTicketOf(
  secrets: Pick<SecretBox, 'derivedKeys'>,
  {
    ticket,
    user,
    now,
  }: { readonly ticket: string; readonly user: TicketUser; readonly now: number },
): boolean {
  const [userId, expiry = '', signed = '', ...identity] = ticket.split('.');
  const expiresAt = Number(expiry);
  const proven = identity.map((part) => `.${part}`).join('');
  if (userId !== user.id || !(expiresAt > now)) return false;
  const given = Buffer.from(signed, 'base64url');
  return secrets.derivedKeys(purpose).some((key) => {
    const expected = signature(key, user, { expiresAt, proven });
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function signature(
  key: Buffer,
  { id, passwordHash }: TicketUser,
  { expiresAt, proven }: { readonly expiresAt: number; readonly proven: string },
): Buffer {
  return createHmac('sha256', key).update(`${id} ${expiresAt} ${passwordHash}${proven}`).digest();
}
