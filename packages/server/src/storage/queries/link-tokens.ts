/** One-time links. */
import { query } from '../schema.ts';
import { type LinkKind, type LinkToken, linkTokens } from '../tables/link-tokens.ts';

export const insertToken = query<LinkToken>()(({ db, p }) =>
  db.insertInto('link_tokens').values(linkTokens.values(p)),
);

/** Deleting the row uses the link, so of two concurrent requests only one succeeds. */
export const takeToken = query<{ hash: string }>()(({ db, p }) =>
  db
    .deleteFrom('link_tokens')
    .where('hash', '=', p.hash)
    .returning(linkTokens.select('kind', 'userId', 'payload', 'expiresAt')),
).decodedBy(linkTokens);

export const deleteTokensOfKind = query<{ kind: LinkKind }>()(({ db, p }) =>
  db.deleteFrom('link_tokens').where('kind', '=', p.kind),
);

export const deleteTokensOfUser = query<{ userId: string; kind: LinkKind }>()(({ db, p }) =>
  db.deleteFrom('link_tokens').where('user_id', '=', p.userId).where('kind', '=', p.kind),
);

export const deleteTokensOf = query<{ userId: string }>()(({ db, p }) =>
  db.deleteFrom('link_tokens').where('user_id', '=', p.userId),
);

export const deleteOldTokens = query<{ now: number }>()(({ db, p }) =>
  db.deleteFrom('link_tokens').where('expires_at', '<=', p.now),
);
