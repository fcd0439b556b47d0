/** A mail for each new key: to the workspace's address, and to the member who created it. */
import { findUser } from '../storage/queries/users.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Actor } from '../workspaces/actor.ts';
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';
import { postMail, postPersonalMail } from './outbox.ts';

export function apiKeyCreated(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly id: string;
    readonly name: string;
    readonly prefix: string;
  },
): Notice {
  return {
    kind: 'api-key-created',
    onceKey: `api-key-created:${facts.id}`,
    subject: 'A new API token was created',
    paragraphs: [
      `The API token ${facts.name} (${facts.prefix}…) was created in your workspace.`,
      unexpected,
    ],
    action: { label: 'View API tokens', url: settingsPage(links, facts, 'tokens') },
  };
}

export function updateKeyCreated(
  links: NoticeLinks,
  facts: { readonly workspaceId: string; readonly name: string; readonly domains: string },
): Notice {
  return {
    kind: 'update-key-created',
    onceKey: `update-key-created:${facts.name}`,
    subject: `A new dynamic DNS key was created for ${facts.domains}`,
    paragraphs: [`The key ${facts.name} can change DNS records of ${facts.domains}.`, unexpected],
    action: { label: 'View dynamic DNS keys', url: settingsPage(links, facts, 'update-keys') },
  };
}

const unexpected = "If this wasn't you or a member of your workspace, revoke it right away.";

/** Each address once. Addresses that are not confirmed get nothing. */
export async function mailNewKey(
  tx: HostmasterTx,
  mail: { readonly creator: Actor; readonly at: number; readonly notice: Notice },
): Promise<void> {
  const { creator, at, notice } = mail;
  const { workspaceId } = creator;
  await postMail(tx, { workspaceId, at, notice });
  if (creator.kind !== 'user') return;
  const [user, workspace] = [
    await tx.first(findUser, { id: creator.id }),
    await tx.first(findWorkspaceEmail, { id: workspaceId }),
  ];
  if (user?.emailVerifiedAt == null || user.email === workspace?.email) return;
  const own = { ...notice, onceKey: `${notice.onceKey}:creator` };
  await postPersonalMail(tx, { recipient: user.email, at, notice: own });
}

function settingsPage(
  links: NoticeLinks,
  { workspaceId }: { readonly workspaceId: string },
  page: string,
): string {
  return `${links.publicUrl}/dashboard/${workspaceId}/settings/${page}`;
}
