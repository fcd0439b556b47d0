/** Hides a failed registration in the dashboard. The API keeps listing it as failed. */
import { domainNotFound } from '../base/errors.ts';
import { insertDismissal } from '../storage/queries/dismissed-registrations.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { recordFact } from '../workspaces/activity.ts';
import { loadDomain } from './loading.ts';
import type { Call } from './operation.ts';

export async function dismissRegistration(
  tx: HostmasterTx,
  call: Call,
  pathName: string,
): Promise<void> {
  const { id, name, state } = await loadDomain(tx, call, pathName);
  if (state !== 'failed') throw domainNotFound();
  const dismissed = await tx.run(insertDismissal, { domainId: id, dismissedAt: call.now });
  if (dismissed === 0) return;
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: { kind: 'domain.dismissed', domain: name },
  });
}
