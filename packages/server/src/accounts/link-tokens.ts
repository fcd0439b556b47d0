/** One-time links: 256 random bits, of which the database stores only the hash. */
import { hash, randomBytes } from 'node:crypto';
import { dayMs, hourMs, yearMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import { insertToken, takeToken } from '../storage/queries/link-tokens.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { LinkKind, LinkToken } from '../storage/tables/link-tokens.ts';

/** Machine time. */
const lifeMs: Readonly<Record<LinkKind, number>> = {
  set_up: yearMs,
  sign_up: dayMs,
  verify_email: dayMs,
  change_email: dayMs,
  reset_password: hourMs,
};

export type UsedLink = Pick<LinkToken, 'kind' | 'userId' | 'payload'>;

/** Returns the token, which is not stored. */
export async function createLink(
  tx: HostmasterTx,
  link: {
    readonly kind: LinkKind;
    readonly userId?: string;
    readonly payload?: LinkToken['payload'];
    readonly now: number;
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.run(insertToken, {
    hash: hash('sha256', token, 'hex'),
    kind: link.kind,
    userId: link.userId ?? null,
    payload: link.payload ?? {},
    expiresAt: link.now + lifeMs[link.kind],
  });
  return token;
}

/** Null for a link that is used, expired, of another kind or unknown. */
export async function useLink(
  tx: HostmasterTx,
  use: { readonly token: string; readonly kinds: readonly LinkKind[]; readonly now: number },
): Promise<UsedLink | null> {
  const link = await tx.first(takeToken, { hash: hash('sha256', use.token, 'hex') });
  if (link === undefined || link.expiresAt <= use.now || !use.kinds.includes(link.kind))
    return null;
  return link;
}

export function linkExpired(): Refusal {
  return new Refusal(
    'link_expired',
    'This link has expired or was already used. Request a new one.',
  );
}
