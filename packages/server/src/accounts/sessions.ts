/**
 * Sessions. The cookie holds 256 random bits, the database only their hash; the id is for lists. A
 * session ends after a long idle time, at its maximum age, or when it is revoked.
 */
import { hash, randomBytes } from 'node:crypto';
import { newId } from '../base/ids.ts';
import {
  type HostmasterReader,
  type HostmasterTx,
  query,
  type SessionRow,
} from '../storage/schema.ts';

const dayMs = 86_400_000;
export const sessionLifeMs = 30 * dayMs;
const idleMs = 7 * dayMs;
/** The time of last use is written at most this often. */
const seenEveryMs = 5 * 60_000;
const userAgentLengthMax = 300;

/** One query per request: the session, its user and the calendar's offset. */
const findSessionByHash = query<{ hash: string; now: number; seenAfter: number }>()(({ db, p }) =>
  db
    .selectFrom('sessions')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .select(['sessions.id', 'sessions.user_id', 'sessions.seen_at', 'calendar.offset_ms'])
    .where('sessions.hash', '=', p.hash)
    .where('sessions.expires_at', '>', p.now)
    .where('sessions.seen_at', '>', p.seenAfter),
);

const insertSession = query<SessionRow>()(({ db, p }) =>
  db.insertInto('sessions').values({
    id: p.id,
    hash: p.hash,
    user_id: p.user_id,
    address: p.address,
    user_agent: p.user_agent,
    created_at: p.created_at,
    seen_at: p.seen_at,
    expires_at: p.expires_at,
  }),
);

const touchSession = query<{ id: string; address: string; now: number }>()(({ db, p }) =>
  db
    .updateTable('sessions')
    .set({ seen_at: p.now, address: p.address })
    .where('id', '=', p.id)
    .where('seen_at', '<', p.now),
);

export const listSessions = query<{ userId: string; now: number; seenAfter: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('sessions')
      .select(['id', 'address', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
      .where('user_id', '=', p.userId)
      .where('expires_at', '>', p.now)
      .where('seen_at', '>', p.seenAfter)
      .orderBy('id', 'desc'),
);

/** Whether the user has had a session from this address. */
export const findSessionFrom = query<{ userId: string; address: string }>()(({ db, p }) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', p.userId)
    .where('address', '=', p.address)
    .limit(1),
);

export const endSession = query<{ id: string; userId: string }>()(({ db, p }) =>
  db.deleteFrom('sessions').where('id', '=', p.id).where('user_id', '=', p.userId),
);

/** All but `keptId`; an empty text ends all. */
export const endOtherSessions = query<{ userId: string; keptId: string }>()(({ db, p }) =>
  db.deleteFrom('sessions').where('user_id', '=', p.userId).where('id', '<>', p.keptId),
);

export const deleteOldSessions = query<{ now: number; seenBefore: number }>()(({ db, p }) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', p.now), eb('seen_at', '<=', p.seenBefore)])),
);

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly calendarOffsetMs: number;
  /** True when the time of last use has to be written. */
  readonly isStale: boolean;
}

export function newCookieValue(): string {
  return randomBytes(32).toString('base64url');
}

export async function findSession(
  reader: HostmasterReader,
  attempt: { readonly value: string; readonly now: number },
): Promise<Session | null> {
  const { now } = attempt;
  const row = await reader.first(findSessionByHash, {
    hash: hash('sha256', attempt.value, 'hex'),
    now,
    seenAfter: idleSince(now),
  });
  if (row === undefined) return null;
  return {
    id: row.id,
    userId: row.user_id,
    calendarOffsetMs: row.offset_ms,
    isStale: now - row.seen_at > seenEveryMs,
  };
}

/** Sessions last used before this time have expired. */
export function idleSince(now: number): number {
  return now - idleMs;
}

export interface Device {
  readonly address: string;
  readonly userAgent: string;
}

/** Returns the value for the cookie. */
export async function beginSession(
  tx: HostmasterTx,
  session: { readonly userId: string; readonly device: Device; readonly now: number },
): Promise<string> {
  const { device, now } = session;
  const value = newCookieValue();
  await tx.run(insertSession, {
    id: newId('ses'),
    hash: hash('sha256', value, 'hex'),
    user_id: session.userId,
    address: device.address,
    user_agent: device.userAgent.slice(0, userAgentLengthMax),
    created_at: now,
    seen_at: now,
    expires_at: now + sessionLifeMs,
  });
  return value;
}

export async function noteSeen(
  tx: HostmasterTx,
  seen: { readonly id: string; readonly address: string; readonly now: number },
): Promise<void> {
  await tx.run(touchSession, seen);
}
