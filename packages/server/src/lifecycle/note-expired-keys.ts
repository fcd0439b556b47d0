/** Writes the event about each key that has expired. The key itself ends by the clock, without a change. */
import { persist } from '../changes/persist.ts';
import { listExpiredApiKeys } from '../storage/queries/keys/api-keys.ts';
import { listExpiredUpdateKeys } from '../storage/queries/keys/update-keys.ts';
import { noteKeyExpiry } from '../workspaces/keys.ts';
import { noteUpdateKeyExpiry } from '../workspaces/update-keys.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

const pageSize = 100;

export async function noteExpiredKeys(
  { database, clock }: LifecycleServices,
  /** Calendar time. */
  at: number,
): Promise<void> {
  const page = { now: clock.now(), limit: pageSize };
  for (const { id } of await database.all(listExpiredApiKeys, page)) {
    await persist(database, noteKeyExpiry({ id, at, now: page.now }));
  }
  for (const { name } of await database.all(listExpiredUpdateKeys, page)) {
    await persist(database, noteUpdateKeyExpiry({ name, at, now: page.now }));
  }
}
