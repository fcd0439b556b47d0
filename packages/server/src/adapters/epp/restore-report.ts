/** The report of a restore, RFC 3915 section 4.1: what the domain was, is, and why it was restored. */
import type { RestoreReport } from '@hostmaster/epp';
import type { RestoreCommand } from '../../registrars/registrar.ts';

const reason = 'The registrant asked for the restoration of the domain name.';

/** Both are statements that ICANN's policy asks for. */
const statements = [
  'This registrar has not restored the domain name to assume its rights for itself or for a third party.',
  'The information in this report is true to the best of the knowledge of this registrar.',
] as const;

export function restoreReport(command: RestoreCommand): RestoreReport {
  const { name, nameservers, expiresAt } = command.current;
  const expires = expiresAt === null ? 'unknown' : new Date(expiresAt).toISOString();
  const data = `Domain: ${name}; expires: ${expires}; nameservers: ${nameservers.join(', ')}`;
  return {
    preData: data,
    postData: data,
    deletedAt: new Date(command.deletedAt),
    restoredAt: new Date(command.restoredAt),
    reason,
    statements,
  };
}
