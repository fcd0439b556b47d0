/**
 * Prepares a domain for a transfer to another registrar: the transfer lock and the auth code. Both
 * are desired state, which a job sends to the registry.
 */
import type { SecretBox } from '../../base/secret-box.ts';
import { type Change, noChange } from '../../changes/change.ts';
import { convergenceJob } from '../../changes/job-kinds.ts';
import { type LifecycleRules, nextDueAt } from '../../domains/lifecycle.ts';
import { happened } from '../../facts/fact.ts';
import { newAuthCode } from '../../registrars/auth-code.ts';
import { lockDomainById } from '../../storage/queries/domains/domains.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { statement } from '../../storage/statements.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import type { Call, DomainRules } from '../operation.ts';

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

/** Locks. */
export async function loadLive(
  reader: HostmasterReader,
  { id, name }: Pick<Domain, 'id' | 'name'>,
): Promise<Domain> {
  const domain = await reader.first(lockDomainById, { id });
  if (domain === undefined) throw new DomainNotLive({ name });
  assertLive(domain);
  return domain;
}

export function setTransferLock(call: TransferCall, domain: Domain, isLocked: boolean): Change {
  const { id, name } = domain;
  const { desiredRevision } = domain.registry;
  const set = { transferLocked: isLocked, desiredRevision: desiredRevision + 1 };
  const kind = isLocked ? 'domain.locked' : 'domain.unlocked';
  return {
    rows: [update(domains, { id }, set)],
    jobs: [convergenceJob({ domainId: id })],
    facts: [happened(call, { kind, domain: name })],
  };
}

export function replaceAuthCode(
  call: TransferCall,
  domain: Domain,
  { secrets, rules }: { readonly secrets: SecretBox; readonly rules: AuthCodeRules },
): { readonly authCode: string; readonly expiresAt: number; readonly change: Change } {
  const authCode = newAuthCode();
  const expiresAt = call.now + rules.authCodeMs;
  const fact = happened(call, { kind: 'domain.auth_code_replaced', domain: domain.name });
  const sealed = secrets.seal(authCode);
  const change = { ...sentAuthCode(domain, { sealed, expiresAt, rules }), facts: [fact] };
  return { authCode, expiresAt, change };
}

/** An auth code that a job sends to the registry; `expiresAt` is null for one that is not shown. */
export function sentAuthCode(
  domain: Domain,
  code: {
    readonly sealed: string;
    readonly expiresAt: number | null;
    readonly rules: LifecycleRules;
  },
): Change {
  const { id } = domain;
  const { desiredRevision } = domain.registry;
  const stored = storedAuthCode(domain, code);
  return {
    rows: [
      update(domains, { id }, { ...stored, desiredRevision: desiredRevision + 1 }),
      statement('setSendsAuthCode', { domainId: id, sends: true }),
    ],
    jobs: [convergenceJob({ domainId: id })],
  };
}

/** A code that is shown again is replaced in time, as a new one is. */
export function limitAuthCode(
  { now }: Pick<Call, 'now'>,
  domain: Domain,
  { rules }: { readonly rules: AuthCodeRules },
): Change {
  const { id } = domain;
  const { authCode: sealed, authCodeExpiresAt } = domain.transferOut;
  if (sealed === null || authCodeExpiresAt !== null) return noChange;
  const stored = storedAuthCode(domain, { sealed, expiresAt: now + rules.authCodeMs, rules });
  return { rows: [update(domains, { id }, stored)] };
}

type AuthCodeRules = LifecycleRules & Pick<DomainRules, 'authCodeMs'>;

function storedAuthCode(
  domain: Domain,
  code: {
    readonly sealed: string;
    readonly expiresAt: number | null;
    readonly rules: LifecycleRules;
  },
) {
  const { sealed: authCode, expiresAt: authCodeExpiresAt, rules } = code;
  return {
    authCode,
    authCodeExpiresAt,
    dueAt: nextDueAt(domains.changed(domain, { authCodeExpiresAt }), rules),
  };
}
