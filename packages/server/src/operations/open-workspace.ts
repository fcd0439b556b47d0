/** A workspace of the operator with its first API key; in the sandbox the first start opens one. */
import { centsPerCredit } from '../base/money.ts';
import { lockDeployment } from '../storage/queries/calendar.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { createKey } from '../workspaces/keys.ts';
import { createWorkspace, hasWorkspaces, type NewWorkspace } from '../workspaces/workspaces.ts';

export const firstCreditCents = 10_000 * centsPerCredit;

export async function openWorkspace(
  tx: HostmasterTx,
  input: NewWorkspace & { readonly key: string },
): Promise<{ id: string; name: string }> {
  const { key, ...newWorkspace } = input;
  const workspace = await createWorkspace(tx, newWorkspace);
  await createKey(tx, {
    actor: operatorActor(workspace.id),
    at: input.at,
    input: { key, name: 'First key' },
  });
  return workspace;
}

/** False when there is a workspace already. Processes that start at the same time open one only. */
export async function openFirstWorkspace(
  tx: HostmasterTx,
  input: { readonly key: string; readonly at: number },
): Promise<boolean> {
  await tx.first(lockDeployment, {});
  if (await hasWorkspaces(tx)) return false;
  const workspace = { name: 'Sandbox', email: null, creditCents: firstCreditCents };
  await openWorkspace(tx, { ...workspace, ...input });
  return true;
}
