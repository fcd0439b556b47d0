/**
 * Seals every secret at rest with the current key of the secret file, while the service runs. Each
 * page is one change, so a run that was interrupted is repeated and skips what is done.
 */
import type { SecretBox } from '../base/secret-box.ts';
import { persistChange } from '../changes/persist.ts';
import { sealedColumns } from '../storage/queries/sealed-secrets.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

export interface ResealReport {
  readonly resealed: number;
  /** Secrets that no key of the file opens, such as `auth code of domain dom_…`. */
  readonly unreadable: readonly string[];
}

const pageSize = 500;

export async function resealSecrets(
  database: HostmasterDatabase,
  secrets: SecretBox,
): Promise<ResealReport> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (const { what, list, replace } of sealedColumns) {
    for (let after = ''; ; ) {
      const rows = await database.all(list, { after, limit: pageSize });
      const changes = rows.flatMap(({ key, sealed }) => {
        if (sealed === null || secrets.isCurrent(sealed)) return [];
        const plain = openOrNull(secrets, sealed);
        if (plain === null) unreadable.push(`${what} ${key}`);
        return plain === null ? [] : [{ key, before: sealed, sealed: secrets.seal(plain) }];
      });
      if (changes.length > 0) {
        await persistChange(database, { rows: changes.map(replace) });
      }
      resealed += changes.length;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) break;
      after = last.key;
    }
  }
  return { resealed, unreadable };
}

function openOrNull(secrets: SecretBox, sealed: string): string | null {
  try {
    return secrets.open(sealed);
  } catch {
    return null;
  }
}
