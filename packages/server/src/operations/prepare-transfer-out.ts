/**
 * Prepares a domain for a transfer to another registrar: the transfer lock and the auth code. Both
 * are desired state, which a job sends to the registry.
 */
import type { SecretBox } from '../base/secret-box.ts';
import { type LifecycleRules, nextDueAt } from '../domains/lifecycle.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import {
  lockDomainById,
  raiseDesiredRevision,
  setAuthCode,
  setLock,
} from '../storage/queries/domains.ts';
import { setDueAt } from '../storage/queries/lifecycle.ts';
import { setSendsAuthCode } from '../storage/queries/registry-notes.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import type { Call, DomainRules } from './operation.ts';

type TransferCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

/** The registry has no such domain yet, or soon has none. */
export class DomainNotLive extends Error {
  override readonly name = 'DomainNotLive';

  constructor(domain: Pick<Domain, 'name'>) {
    super(`${domain.name} is not live: its registration or release is in progress.`);
  }
}

export function assertLive(domain: Pick<Domain, 'name' | 'state'>): void {
  if (domain.state !== 'live') throw new DomainNotLive(domain);
}

export async function setTransferLock(
  tx: HostmasterTx,
  call: TransferCall,
  {
    domain,
    isLocked,
  }: { readonly domain: Pick<Domain, 'id' | 'name'>; readonly isLocked: boolean },
): Promise<void> {
  const { id, desiredRevision } = await lockLive(tx, domain);
  await tx.run(setLock, {
    id,
    transferLocked: isLocked,
    desiredRevision: desiredRevision + 1,
  });
  await converge(tx, call, {
    domain,
    kind: isLocked ? 'domain.locked' : 'domain.unlocked',
  });
}

export async function replaceAuthCode(
  tx: HostmasterTx,
  call: TransferCall,
  { domain, secrets, rules }: AuthCodeChange,
): Promise<{ readonly authCode: string; readonly expiresAt: number }> {
  const locked = await lockLive(tx, domain);
  const authCode = newAuthCode();
  await storeAuthCode(tx, call, { locked, rules, sealed: secrets.seal(authCode) });
  await tx.run(setSendsAuthCode, { domainId: locked.id, sends: true });
  await tx.run(raiseDesiredRevision, { id: locked.id });
  await converge(tx, call, { domain, kind: 'domain.auth_code_replaced' });
  return { authCode, expiresAt: call.now + rules.authCodeMs };
}

/** A code that is shown again is replaced in time, as a new one is. */
export async function limitAuthCode(
  tx: HostmasterTx,
  call: Pick<Call, 'now'>,
  { domain, rules }: Omit<AuthCodeChange, 'secrets'>,
): Promise<void> {
  const locked = await lockLive(tx, domain);
  if (locked.authCode === null || locked.authCodeExpiresAt !== null) return;
  await storeAuthCode(tx, call, { locked, rules, sealed: locked.authCode });
}

interface AuthCodeChange {
  readonly domain: Pick<Domain, 'id' | 'name'>;
  readonly secrets: SecretBox;
  readonly rules: AuthCodeRules;
}

type AuthCodeRules = LifecycleRules & Pick<DomainRules, 'authCodeMs'>;

async function storeAuthCode(
  tx: HostmasterTx,
  { now }: Pick<Call, 'now'>,
  code: { readonly locked: Domain; readonly rules: AuthCodeRules; readonly sealed: string },
): Promise<void> {
  const { locked, rules } = code;
  const authCodeExpiresAt = now + rules.authCodeMs;
  const { id } = locked;
  await tx.run(setAuthCode, { id, authCode: code.sealed, authCodeExpiresAt });
  await tx.run(setDueAt, { id, dueAt: nextDueAt({ ...locked, authCodeExpiresAt }, rules) });
}

export async function lockLive(
  tx: HostmasterTx,
  domain: Pick<Domain, 'id' | 'name'>,
): Promise<Domain> {
  const locked = await tx.first(lockDomainById, { id: domain.id });
  if (locked === undefined) throw new DomainNotLive(domain);
  assertLive(locked);
  return locked;
}

type ChangedKind = 'domain.locked' | 'domain.unlocked' | 'domain.auth_code_replaced';

async function converge(
  tx: HostmasterTx,
  call: TransferCall,
  change: { readonly domain: Pick<Domain, 'id' | 'name'>; readonly kind: ChangedKind },
): Promise<void> {
  await enqueueConvergence(tx, { domainId: change.domain.id });
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: { kind: change.kind, domain: change.domain.name },
  });
}
