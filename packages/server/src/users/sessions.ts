/**
 * Sessions. The cookie holds 256 random bits, the database only their hash; the id is for lists. A
 * session ends after a long idle time, at its maximum age, or when it is revoked.
 */
import { hash, randomBytes } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { persistChange } from '../changes/persist.ts';
import { findSessionByHash } from '../storage/queries/people/sessions.ts';
import { insert, type RowWrite } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import {
  type SecondFactorKind,
  type Session,
  type SessionProof,
  sessions,
} from '../storage/tables/people/sessions.ts';

/** When sessions end, as the operator has set it. */
export interface SessionLimits {
  readonly idleMs: number;
  readonly lifeMs: number;
}

/** The time of last use is written at most this often. */
const seenEveryMs = 5 * minuteMs;
const userAgentLengthMax = 300;
/** How long a second factor or an entered password counts for changes that need it. */
const proofCountsMs = 10 * minuteMs;

/** A session that a request belongs to. */
export interface ActiveSession {
  readonly id: string;
  readonly userId: string;
  readonly calendarOffsetMs: number;
  /** What must be given before changes that need it; null when it was given a short time ago. */
  readonly missingProof: 'password' | 'second_factor' | null;
  /** When a second factor was last given in this session. */
  readonly factorAt: number | null;
  /** Which second factor that was, if it is known. */
  readonly factor: SecondFactorKind | null;
  /** What the session was begun with or has given since. */
  readonly proof: SessionProof;
  /** The account has a second factor, or its provider has checked one that counts here. */
  readonly hasFactor: boolean;
  /** True when the time of last use has to be written. */
  readonly isStale: boolean;
}

export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}

export async function findSession(
  reader: HostmasterReader,
  attempt: { readonly value: string; readonly now: number; readonly limits: SessionLimits },
): Promise<ActiveSession | null> {
  const { now } = attempt;
  const session = await reader.first(findSessionByHash, {
    hash: hash('sha256', attempt.value, 'hex'),
    ...liveSince(now, attempt.limits),
  });
  if (session === undefined) return null;
  const { id, userId, seenAt, passwordAt, factorAt, factor, calendarOffsetMs } = session;
  const hasOwnFactor = session.totpConfirmedAt !== null || session.passkeyId !== null;
  // A process of an earlier version may have begun it with the password alone.
  if (hasOwnFactor && factorAt === null) return null;
  const provenAt = hasOwnFactor ? factorAt : passwordAt;
  const isProven = provenAt !== null && now - provenAt < proofCountsMs;
  return {
    id,
    userId,
    calendarOffsetMs,
    missingProof: isProven ? null : hasOwnFactor ? 'second_factor' : 'password',
    factorAt,
    factor,
    proof: proofOf(session),
    hasFactor: hasOwnFactor || session.providerFactorAt !== null,
    isStale: now - seenAt > seenEveryMs,
  };
}

function proofOf({
  factorAt,
  factor,
  identityId,
}: Pick<Session, 'factorAt' | 'factor' | 'identityId'>): SessionProof {
  if (factorAt !== null) return factor ?? 'second_factor';
  return identityId === null ? 'password' : 'provider';
}

/** For what outlives the session or moves a name: a stolen session alone is not enough. */
export function requireStepUp(session: Pick<ActiveSession, 'missingProof'> | null): void {
  requireRecentFactor(session);
  if (session?.missingProof === null) return;
  throw new Refusal('password_required', 'Enter your password to continue.');
}

/** Where the password is entered with the change itself. */
export function requireRecentFactor(session: Pick<ActiveSession, 'missingProof'> | null): void {
  if (session?.missingProof !== 'second_factor') return;
  throw new Refusal('second_factor_required', 'Confirm with your second factor to continue.');
}

/** Sessions last used or begun before these times have expired, whatever was set when they began. */
export function liveSince(now: number, { idleMs, lifeMs }: SessionLimits) {
  return { now, seenAfter: now - idleMs, createdAfter: now - lifeMs };
}

export interface ClientDevice {
  readonly address: string;
  readonly userAgent: string;
}

/** What a session that began at an identity provider remembers of it. */
export interface SessionIdentity {
  readonly id: string;
  /** Hash of the session's name at the provider; null where the provider names none. */
  readonly providerSession: string | null;
  /** When the provider last asked the person to sign in; null where it does not say. */
  readonly authenticatedAt: number | null;
  /** When it checked a second factor that counts here. */
  readonly factorAt: number | null;
}

/**
 * `cookieValue` is not stored. Sessions begin with a password, entered or chosen, a passkey, or at an
 * identity provider.
 */
export function newSession(session: {
  readonly userId: string;
  /** When a second factor was given; null where the account has none. */
  readonly factorAt: number | null;
  readonly factor?: SecondFactorKind | null;
  /** False when it begins with a passkey alone. */
  readonly hasPassword?: boolean;
  readonly identity?: SessionIdentity | null;
  readonly device: ClientDevice;
  readonly lifeMs: number;
  readonly now: number;
}): { readonly cookieValue: string; readonly row: RowWrite } {
  const { userId, device, now, identity = null } = session;
  const passwordAt = identity === null ? now : identity.authenticatedAt;
  const cookieValue = newCookieValue();
  const row = insert(sessions, {
    id: newId('ses'),
    hash: hash('sha256', cookieValue, 'hex'),
    userId,
    address: device.address,
    userAgent: device.userAgent.slice(0, userAgentLengthMax),
    createdAt: now,
    seenAt: now,
    expiresAt: now + session.lifeMs,
    passwordAt: session.hasPassword === false ? null : passwordAt,
    factorAt: session.factorAt,
    factor: session.factor ?? null,
    identityId: identity?.id ?? null,
    providerSession: identity?.providerSession ?? null,
    providerFactorAt: identity?.factorAt ?? null,
  });
  return { cookieValue, row };
}

export async function recordLastUse(
  database: HostmasterDatabase,
  seen: { readonly id: string; readonly address: string; readonly now: number },
): Promise<void> {
  const { id, address, now: seenAt } = seen;
  await persistChange(database, { rows: [statement('touchSession', { id, address, seenAt })] });
}
