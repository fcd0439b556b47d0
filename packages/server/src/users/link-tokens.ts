/** One-time links: 256 random bits, of which the database stores only the hash. */
import { hash, randomBytes } from 'node:crypto';
import { dayMs, hourMs, yearMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import { findToken } from '../storage/queries/people/link-tokens.ts';
import { insert, type RowWrite, remove } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type LinkKind, type LinkToken, linkTokens } from '../storage/tables/people/link-tokens.ts';

/** Machine time. docs/threat-model.md lists every kind. */
export const linkLifeMs: Readonly<Record<LinkKind, number>> = {
  set_up: yearMs,
  sign_up: dayMs,
  verify_email: dayMs,
  change_email: dayMs,
  reset_password: hourMs,
};

export type UsedLink = Pick<LinkToken, 'kind' | 'userId' | 'payload'>;

/** The token itself is not stored. */
export function newLink(link: {
  readonly kind: LinkKind;
  readonly userId?: string;
  readonly workspaceId?: string;
  readonly payload?: LinkToken['payload'];
  readonly now: number;
}): { readonly token: string; readonly row: RowWrite } {
  const token = randomBytes(32).toString('base64url');
  const row = insert(linkTokens, {
    hash: hashOf(token),
    kind: link.kind,
    userId: link.userId ?? null,
    workspaceId: link.workspaceId ?? null,
    payload: link.payload ?? {},
    expiresAt: link.now + linkLifeMs[link.kind],
  });
  return { token, row };
}

/** Refuses a link that is used, expired, of another kind or unknown. */
export async function loadLink(
  reader: HostmasterReader,
  use: { readonly token: string; readonly kinds: readonly LinkKind[]; readonly now: number },
): Promise<UsedLink> {
  const link = await reader.first(findToken, { hash: hashOf(use.token) });
  if (link === undefined || link.expiresAt <= use.now || !use.kinds.includes(link.kind)) {
    throw linkExpired();
  }
  return link;
}

/** Deleting the row uses the link, so of two requests at the same time only one succeeds. */
export function usedLink(token: string): RowWrite {
  return remove(linkTokens, { hash: hashOf(token) });
}

export function linkExpired(): Refusal {
  return new Refusal(
    'link_expired',
    'This link has expired or was already used. Request a new one.',
  );
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
