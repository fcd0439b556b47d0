/**
 * The deletion of a workspace (docs/adr/0045). What still binds it to a registry or to money is in its way;
 * people and keys lose it at once, and its ledger, activity and ended registrations are kept.
 */
import { loadList } from '@hostmaster/storage';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { formatCredits } from '../base/money.ts';
import type { Change } from '../changes/change.ts';
import { workspaceAccount } from '../ledger/ledger-accounts.ts';
import { workspaceDeleted } from '../notices/account-notices.ts';
import { mailTo } from '../notices/new-mail.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { findBalance } from '../storage/queries/credits/ledger.ts';
import { listWebhookIds } from '../storage/queries/webhooks/webhooks.ts';
import { findHeldDomain } from '../storage/queries/workspaces/workspace-quotas.ts';
import { removeAll, update, updateAll } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { bulkAuthCodes } from '../storage/tables/bulk/bulk-auth-codes.ts';
import { registrantAddresses } from '../storage/tables/contacts/registrant-addresses.ts';
import { savedContacts } from '../storage/tables/contacts/saved-contacts.ts';
import { billingDetails } from '../storage/tables/credits/billing-details.ts';
import { budgets } from '../storage/tables/credits/budgets.ts';
import { ledgerAccounts } from '../storage/tables/credits/ledger-accounts.ts';
import { spendingCaps } from '../storage/tables/credits/spending-caps.ts';
import { savedFilters } from '../storage/tables/domains/saved-filters.ts';
import { apiKeys } from '../storage/tables/keys/api-keys.ts';
import { updateKeys } from '../storage/tables/keys/update-keys.ts';
import { commandLineLogins } from '../storage/tables/people/command-line-logins.ts';
import { invitations } from '../storage/tables/people/invitations.ts';
import { linkTokens } from '../storage/tables/people/link-tokens.ts';
import { members } from '../storage/tables/people/members.ts';
import { workspaceTemplates } from '../storage/tables/templates/workspace-templates.ts';
import { webhookDeliveries } from '../storage/tables/webhooks/webhook-deliveries.ts';
import { webhooks } from '../storage/tables/webhooks/webhooks.ts';
import { type Workspace, workspaces } from '../storage/tables/workspaces/workspaces.ts';
import type { Actor } from './actor.ts';
import { loadUse } from './workspace-quota.ts';
import { requireWorkspace } from './workspaces.ts';

export interface WorkspaceToDelete {
  readonly workspace: Workspace;
  /** One of the domains that it has, is getting or is giving up; null for none. */
  readonly domain: string | null;
  readonly balanceCents: number;
  readonly openTopUps: number;
  readonly openBulks: number;
  readonly webhookIds: readonly string[];
}

/** Locks the workspace. `now` is machine time. */
export async function loadDeletion(
  reader: HostmasterReader,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: number },
): Promise<WorkspaceToDelete> {
  const [workspace, openTopUps, openBulks, held, account, hooks] = await Promise.all([
    requireWorkspace(reader, workspaceId),
    loadUse(reader, 'openTopUps', { workspaceId, now }),
    loadUse(reader, 'openBulks', { workspaceId, now }),
    reader.first(findHeldDomain, { workspaceId }),
    reader.first(findBalance, { id: workspaceAccount(workspaceId) }),
    loadList(reader, listWebhookIds, { workspaceId }),
  ]);
  return {
    workspace,
    domain: held?.name ?? null,
    balanceCents: account?.balanceCents ?? 0,
    openTopUps,
    openBulks,
    webhookIds: hooks.map(({ id }) => id),
  };
}

/** What is in the way of a deletion, and what to do about it; null when nothing is. */
function deletionProblem(found: WorkspaceToDelete): string | null {
  const { name } = found.workspace;
  const problems = [
    ...(found.domain === null
      ? []
      : [
          `It has domains, such as ${found.domain}: transfer them to another registrar, or turn off auto-renew and let them expire.`,
        ]),
    ...(found.openBulks === 0
      ? []
      : ['A bulk operation is open: wait until it has ended, or cancel it.']),
    ...(found.openTopUps === 0 ? [] : ['A payment is open: finish it, or try again in a day.']),
    ...(found.balanceCents === 0
      ? []
      : [
          `It has ${formatCredits(found.balanceCents)} credits: ask the operator of this service to pay them back.`,
        ]),
  ];
  if (problems.length === 0) return null;
  return `${name} can't be deleted yet. ${problems.join(' ')}`;
}

export function requireDeletable(found: WorkspaceToDelete): void {
  const problem = deletionProblem(found);
  if (problem !== null) throw new Refusal('workspace_in_use', problem);
}

/** Credits that come meanwhile are a conflict: the deletion is decided again, and refused. */
export function deletionOf(
  { workspace, webhookIds }: WorkspaceToDelete,
  {
    actor,
    at,
    links,
    reason,
  }: {
    readonly actor: Actor;
    /** Calendar time. */
    readonly at: number;
    readonly links: NoticeLinks;
    readonly reason?: string;
  },
): Change {
  const { id, name, email } = workspace;
  const inWorkspace = { workspaceId: id };
  const valid = { ...inWorkspace, revokedAt: null };
  return {
    rows: [
      update(
        workspaces,
        { id, deletedAt: null },
        { deletedAt: at, email: null, pendingEmail: null, secondFactorFrom: null },
      ),
      update(ledgerAccounts, { id: workspaceAccount(id), balanceCents: 0 }, { balanceCents: 0 }),
      updateAll(apiKeys, valid, { revokedAt: at }),
      updateAll(updateKeys, valid, { revokedAt: at }),
      removeAll(webhookDeliveries, { webhookId: webhookIds }),
      ...[
        webhooks,
        invitations,
        members,
        commandLineLogins,
        linkTokens,
        savedContacts,
        savedFilters,
        registrantAddresses,
        bulkAuthCodes,
        workspaceTemplates,
        spendingCaps,
        billingDetails,
        budgets,
      ].map((table) => removeAll(table, inWorkspace)),
    ],
    mails:
      email === null
        ? []
        : [
            mailTo({
              ...inWorkspace,
              recipient: email,
              at,
              notice: workspaceDeleted(links, { name }),
            }),
          ],
    facts: [
      {
        ...{ id: newId('act'), at, actor },
        fact: {
          kind: 'workspace.delete',
          workspaceId: id,
          ...(reason === undefined ? {} : { reason }),
        },
      },
    ],
    // Requests that wait for events end with a refusal.
    announce: [{ kind: 'key-revoked' }, { kind: 'events-added', workspaceId: id }],
  };
}
