/** Persists what a pure function has decided, for tests that need it to be true. */
import { type Decided, persistChange } from '../../packages/server/src/changes/persist.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';

export async function persistDecided<Answer>(
  database: HostmasterDatabase,
  { answer, change }: Decided<Answer>,
): Promise<Answer> {
  await persistChange(database, change);
  return answer;
}
