/** Begins to replace keys of signed domains when they are old enough, where a setting asks for it. */
import { combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { beginRoll } from '../operations/dnssec/roll-dnssec.ts';
import { domainKey } from '../operations/loading.ts';
import { enterPhase } from '../publication/dnssec-change.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { findOldestKey, listOldKeys } from '../storage/queries/domains/old-keys.ts';
import { listZoneKeys } from '../storage/queries/zones/signing.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { lifecycleFact } from './due-domain.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

/** Each signs a whole zone again: with a sweep in each second, 100,000 zones take more than a day. */
const rollsPerSweep = 1;

/** Returns how many have begun. `now` is calendar time. */
export async function rollOldKeys(services: LifecycleServices, now: number): Promise<number> {
  const { dnssecRollAfterMs } = services.operations.rules;
  if (dnssecRollAfterMs === null) return 0;
  const before = now - dnssecRollAfterMs;
  const old = await services.database.all(listOldKeys, { before, limit: rollsPerSweep });
  for (const domain of old) await roll(services, domain, { now, before });
  return old.length;
}

/** The next instant at which a key is old enough; infinite where there is none. */
export async function nextOldKeyAt({ database, operations }: LifecycleServices): Promise<number> {
  const { dnssecRollAfterMs } = operations.rules;
  if (dnssecRollAfterMs === null) return Number.POSITIVE_INFINITY;
  const oldest = await database.first(findOldestKey, {});
  return oldest === undefined ? Number.POSITIVE_INFINITY : oldest.createdAt + dnssecRollAfterMs;
}

async function roll(
  { database, operations }: LifecycleServices,
  { id, name, workspaceId }: Pick<Domain, 'id' | 'name' | 'workspaceId'>,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<void> {
  await persist(database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'alone',
    load: async (reader) => ({
      domain: await reader.first(lockDomainById, { id }),
      row: await reader.first(findDnssec, { domainId: id }),
      keys: await reader.all(listZoneKeys, { domainId: id }),
    }),
    decide({ domain, row, keys }) {
      const isOld = keys.every(({ createdAt }) => createdAt <= before);
      if (domain?.state !== 'live' || row?.phase !== 'on' || !isOld) {
        return { answer: undefined, change: noChange };
      }
      const { change } = beginRoll(domain, keys, { secrets: operations.secrets, now });
      const fact = { kind: 'dnssec.rolling', domain: name, cause: 'schedule' } as const;
      return {
        answer: undefined,
        change: combine(enterPhase(domain, 'adding_key', { now, isUrgent: false }), change, {
          facts: [lifecycleFact({ domain, now }, fact)],
        }),
      };
    },
  });
}
