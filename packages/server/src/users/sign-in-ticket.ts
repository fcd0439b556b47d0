/**
 * Between the password and the second factor a browser holds a ticket. It is signed and not stored, so
 * attempts leave nothing behind; a new password makes it worthless.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import type { SecretBox } from '../base/secret-box.ts';
import type { User } from '../storage/tables/people/users.ts';

const ticketLifeMs = 10 * minuteMs;
const purpose = 'sign-in ticket';

type TicketUser = Pick<User, 'id' | 'passwordHash'>;

export function newTicket(
  secrets: Pick<SecretBox, 'derivedKeys'>,
  { user, now }: { readonly user: TicketUser; readonly now: number },
): string {
  const expiresAt = now + ticketLifeMs;
  const [key] = secrets.derivedKeys(purpose);
  return `${user.id}.${expiresAt}.${signature(key, user, expiresAt).toString('base64url')}`;
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
  const [userId, expiry = '', signed = ''] = ticket.split('.');
  const expiresAt = Number(expiry);
  if (userId !== user.id || !(expiresAt > now)) return false;
  const given = Buffer.from(signed, 'base64url');
  return secrets.derivedKeys(purpose).some((key) => {
    const expected = signature(key, user, expiresAt);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function signature(key: Buffer, user: TicketUser, expiresAt: number): Buffer {
  return createHmac('sha256', key).update(`${user.id} ${expiresAt} ${user.passwordHash}`).digest();
}
