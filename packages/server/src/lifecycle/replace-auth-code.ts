/** An issued auth code has expired: the registry gets one that was never shown. */

import { newId } from '../base/ids.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import { raiseDesiredRevision, setAuthCode } from '../storage/queries/domains.ts';
import { setDueAt } from '../storage/queries/lifecycle.ts';
import { setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

export async function replaceExpiredAuthCode(
  tx: HostmasterTx,
  services: LifecycleServices,
  { domain, now }: { readonly domain: Domain; readonly now: number },
): Promise<void> {
  const { secrets, rules } = services.operations;
  const { id, name, workspaceId } = domain;
  const authCode = secrets.seal(newAuthCode());
  await tx.run(setAuthCode, { id, authCode, authCodeExpiresAt: null });
  await tx.run(setDueAt, { id, dueAt: nextDueAt({ ...domain, authCodeExpiresAt: null }, rules) });
  await tx.run(setSendsAuthCode, { domainId: id, sends: true });
  await tx.run(raiseDesiredRevision, { id });
  await enqueueConvergence(tx, { domainId: id });
  recordFact(tx, {
    id: newId('act'),
    at: now,
    actor: systemActor(workspaceId, 'lifecycle'),
    fact: { kind: 'domain.auth_code_expired', domain: name },
  });
}
