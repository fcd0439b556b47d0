/** One-time links: 256 random bits, of which the database stores only the hash. */
import { hash, randomBytes } from 'node:crypto';
import { type HostmasterTx, type LinkTokenRow, query } from '../storage/schema.ts';

export type LinkKind = LinkTokenRow['kind'];

const hourMs = 3_600_000;

/** Machine time. */
const lifeMs: Readonly<Record<LinkKind, number>> = {
  set_up: 365 * 24 * hourMs,
  sign_up: 24 * hourMs,
  verify_email: 24 * hourMs,
  change_email: 24 * hourMs,
  reset_password: hourMs,
};

const insertToken = query<LinkTokenRow>()(({ db, p }) =>
  db.insertInto('link_tokens').values({
    hash: p.hash,
    kind: p.kind,
    user_id: p.user_id,
    payload: p.payload,
    expires_at: p.expires_at,
  }),
);

/** Deleting the row uses the link, so of two concurrent requests only one succeeds. */
const takeToken = query<{ hash: string }>()(({ db, p }) =>
  db
    .deleteFrom('link_tokens')
    .where('hash', '=', p.hash)
    .returning(['kind', 'user_id', 'payload', 'expires_at']),
);

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

export interface UsedLink {
  readonly kind: LinkKind;
  readonly userId: string | null;
  readonly payload: Readonly<Record<string, string>>;
}

/** Returns the token, which is not stored. */
export async function createLink(
  tx: HostmasterTx,
  link: {
    readonly kind: LinkKind;
    readonly userId?: string;
    readonly payload?: Readonly<Record<string, string>>;
    readonly now: number;
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.run(insertToken, {
    hash: hash('sha256', token, 'hex'),
    kind: link.kind,
    user_id: link.userId ?? null,
    payload: JSON.stringify(link.payload ?? {}),
    expires_at: link.now + lifeMs[link.kind],
  });
  return token;
}

/** Null for a link that is used, expired, of another kind or unknown. */
export async function useLink(
  tx: HostmasterTx,
  use: { readonly token: string; readonly kinds: readonly LinkKind[]; readonly now: number },
): Promise<UsedLink | null> {
  const row = await tx.first(takeToken, { hash: hash('sha256', use.token, 'hex') });
  if (row === undefined || row.expires_at <= use.now || !use.kinds.includes(row.kind)) return null;
  return {
    kind: row.kind,
    userId: row.user_id,
    payload: JSON.parse(row.payload) as Record<string, string>,
  };
}
