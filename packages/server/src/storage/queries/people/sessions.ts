/** Sessions of the dashboard. */
import { query } from '../../schema.ts';
import { type Session, sessions } from '../../tables/people/sessions.ts';

/** One query per request: the session, the second factor of its user and the calendar's offset. */
export const findSessionByHash = query<{
  hash: string;
  now: number;
  seenAfter: number;
  createdAfter: number;
}>('one')(({ db, p }) =>
  db
    .selectFrom('sessions')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .leftJoin('totp_secrets', 'totp_secrets.user_id', 'sessions.user_id')
    .select([
      ...sessions.select('id', 'userId', 'seenAt', 'passwordAt', 'factorAt', 'factor'),
      ...sessions.select('identityId', 'providerFactorAt'),
      'totp_secrets.confirmed_at as totpConfirmedAt',
      'calendar.offset_ms as calendarOffsetMs',
    ])
    .select((eb) =>
      eb
        .selectFrom('passkeys')
        .select('passkeys.id')
        .whereRef('passkeys.user_id', '=', 'sessions.user_id')
        .limit(1)
        .as('passkeyId'),
    )
    .where('sessions.hash', '=', p.hash)
    .where('sessions.expires_at', '>', p.now)
    .where('sessions.seen_at', '>', p.seenAfter)
    .where('sessions.created_at', '>', p.createdAfter),
);

export const touchSession = query<Pick<Session, 'id' | 'address' | 'seenAt'>>()(({ db, p }) =>
  db
    .updateTable('sessions')
    .set(sessions.set({ seenAt: p.seenAt, address: p.address }))
    .where('id', '=', p.id)
    .where('seen_at', '<', p.seenAt),
);

export const listSessions = query<{
  userId: string;
  now: number;
  seenAfter: number;
  createdAfter: number;
  before: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('sessions')
    .select(sessions.select('id', 'address', 'userAgent', 'createdAt', 'seenAt', 'expiresAt'))
    .where('user_id', '=', p.userId)
    .where('expires_at', '>', p.now)
    .where('seen_at', '>', p.seenAfter)
    .where('created_at', '>', p.createdAfter)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
).by({ before: '~' }, ({ id }) => ({ before: id }));

/** Those that have expired too. */
export const listSessionIds = query<{ userId: string; after: string; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', p.userId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** Sessions that began with an identity, or at a session of the provider. */
export const listProviderSessions = query<{
  identityId: string;
  providerSession: string;
  after: string;
  limit: number;
}>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('sessions')
    .select(sessions.select('id', 'userId', 'providerSession'))
    .where((eb) =>
      eb.or([eb('identity_id', '=', p.identityId), eb('provider_session', '=', p.providerSession)]),
    )
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** Whether the user has had a session from this address. */
export const findSessionFrom = query<{ userId: string; address: string }>('one')(({ db, p }) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', p.userId)
    .where('address', '=', p.address)
    .limit(1),
);

export const deleteOldSessions = query<{ now: number; seenBefore: number }>()(({ db, p }) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', p.now), eb('seen_at', '<=', p.seenBefore)])),
);
