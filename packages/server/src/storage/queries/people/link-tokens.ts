/** One-time links. */
import { query } from '../../schema.ts';
import { linkTokens } from '../../tables/people/link-tokens.ts';

export const findToken = query<{ hash: string }>('one')(({ db, p }) =>
  db
    .selectFrom('link_tokens')
    .select(linkTokens.select('kind', 'userId', 'payload', 'expiresAt'))
    .where('hash', '=', p.hash),
).decodedBy(linkTokens);

export const deleteOldTokens = query<{ now: number }>()(({ db, p }) =>
  db.deleteFrom('link_tokens').where('expires_at', '<=', p.now),
);
