/** Secondary nameservers: added with a TSIG key of their own, and removed. */
import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../base/secret-box.ts';
import { deleteSecondary, insertSecondary } from '../storage/queries/secondaries.ts';
import { deleteExchanges } from '../storage/queries/secondary-exchanges.ts';
import { deleteConfirmations } from '../storage/queries/zone-confirmations.ts';
import { command } from '../storage/query.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { StoredSecondary } from '../storage/tables/secondaries.ts';

const keyAlgorithm = 'hmac-sha256';
const secretBytes = 32;

export interface SecondaryKey {
  readonly name: string;
  readonly algorithm: string;
  readonly secret: string;
}

/** 1 to 32 lowercase letters, digits and hyphens: the name is part of the name of the key. */
export function isSecondaryName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(name);
}

/** The only time the secret is returned; it is stored encrypted. Null when the name is taken. */
export async function addSecondary(
  tx: HostmasterTx,
  call: { readonly machineNow: number; readonly secrets: SecretBox },
  input: Omit<StoredSecondary, 'keyName' | 'keyAlgorithm' | 'keySecret' | 'createdAt'>,
): Promise<SecondaryKey | null> {
  const secret = randomBytes(secretBytes).toString('base64');
  const keyName = `hostmaster-${input.name}`;
  const added = await tx.run(insertSecondary, {
    ...input,
    keyName,
    keyAlgorithm,
    keySecret: call.secrets.seal(secret),
    createdAt: call.machineNow,
  });
  return added === 0 ? null : { name: keyName, algorithm: keyAlgorithm, secret };
}

/** False when there is no secondary of this name. */
export async function removeSecondary(tx: HostmasterTx, name: string): Promise<boolean> {
  const [, , removed] = await tx.batch([
    command(deleteConfirmations, { secondary: name }),
    command(deleteExchanges, { secondary: name }),
    command(deleteSecondary, { name }),
  ]);
  return removed > 0;
}
