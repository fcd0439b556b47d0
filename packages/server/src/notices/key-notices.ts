/** A mail for each new key: to the workspace's address, and to the member who created it. */
import { findUser } from '../storage/queries/people/users.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { ActorKind } from '../storage/tables/events/activity.ts';
import { mailTo, type NewMail, personalMail } from './new-mail.ts';
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';

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

export interface KeyAddresses {
  readonly workspace: string | null;
  /** The confirmed address of the member who creates the key; null without one. */
  readonly creator: string | null;
}

export async function loadKeyAddresses(
  reader: HostmasterReader,
  creator: { readonly kind: ActorKind; readonly id: string; readonly workspaceId: string },
): Promise<KeyAddresses> {
  const [workspace, user] = await Promise.all([
    reader.first(findWorkspaceEmail, { id: creator.workspaceId }),
    creator.kind === 'user' ? reader.first(findUser, { id: creator.id }) : undefined,
  ]);
  const isConfirmed = user?.emailVerifiedAt != null;
  return { workspace: workspace?.email ?? null, creator: isConfirmed ? user.email : null };
}

/** Each address once. Addresses that are not confirmed get nothing. */
export function newKeyMails(
  { workspace, creator }: KeyAddresses,
  mail: { readonly workspaceId: string; readonly at: number; readonly notice: Notice },
): readonly NewMail[] {
  const { at, notice } = mail;
  const shared = mailTo({ ...mail, recipient: workspace });
  if (creator === null || creator === workspace) return [shared];
  const own = { ...notice, onceKey: `${notice.onceKey}:creator` };
  return [shared, personalMail({ cause: mail.workspaceId, recipient: creator, at, notice: own })];
}

function settingsPage(
  links: NoticeLinks,
  { workspaceId }: { readonly workspaceId: string },
  page: string,
): string {
  return `${links.publicUrl}/dashboard/${workspaceId}/settings/${page}`;
}
