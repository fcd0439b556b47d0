/** An issued auth code has expired: the registry gets one that was never shown. */
import type { Change } from '../changes/change.ts';
import type { OperationServices } from '../operations/operation.ts';
import { sentAuthCode } from '../operations/transfers/prepare-transfer-out.ts';
import { newAuthCode } from '../registrars/auth-code.ts';
import { type DueDomain, lifecycleFact } from './due-domain.ts';

export function replaceExpiredAuthCode(
  due: DueDomain<'replace-auth-code'>,
  { secrets, rules }: Pick<OperationServices, 'secrets' | 'rules'>,
): Change {
  const { domain } = due;
  const sealed = secrets.seal(newAuthCode());
  return {
    ...sentAuthCode(domain, { sealed, expiresAt: null, rules }),
    facts: [lifecycleFact(due, { kind: 'domain.auth_code_expired', domain: domain.name })],
  };
}
