/** While no account exists, each start prints a link with which the owner creates the first one. */
import { persistChange } from '../changes/persist.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { newLink } from './link-tokens.ts';
import { hasUsers } from './users.ts';

/** Null when there is an account already. Links of earlier starts keep working until one is used. */
export async function createSetUpToken(
  database: HostmasterDatabase,
  now: number,
): Promise<string | null> {
  if (await hasUsers(database)) return null;
  const { token, row } = newLink({ kind: 'set_up', now });
  await persistChange(database, { rows: [row] });
  return token;
}
