/**
 * The job table: work for the outside world, added by the change that makes it necessary.
 * Jobs of one lane run one at a time, in order. A finished job is deleted.
 */
import { countByKind, countByRetry, nextOfKinds } from '../storage/queries/jobs/jobs.ts';
import type { HostmasterReader } from '../storage/schema.ts';

/** Those of the kinds that have a due job, the one with the oldest first; and when the next is due. */
export async function nextJobs(
  reader: HostmasterReader,
  kinds: readonly string[],
): Promise<{ readonly due: readonly string[]; readonly nextMs: number | null }> {
  const next = await reader.all(nextOfKinds, { kinds });
  return {
    due: next.filter(({ inMs }) => inMs <= 0).map(({ kind }) => kind),
    nextMs: next.find(({ inMs }) => inMs > 0)?.inMs ?? null,
  };
}

/** How many jobs wait or run, by kind. */
export async function countJobs(reader: HostmasterReader): Promise<Map<string, number>> {
  const rows = await reader.all(countByKind, {});
  return new Map(rows.map((row) => [row.kind, Number(row.count)]));
}

/**
 * Jobs on their first try, and those that are being tried again, by the peer they wait for. Receivers
 * of webhooks may be away for days; nothing waits for them.
 */
export async function countUnfinished(reader: HostmasterReader): Promise<{
  readonly fresh: number;
  readonly retried: { readonly registry: number; readonly mail: number };
}> {
  const counts = { fresh: 0, registry: 0, mail: 0 };
  for (const row of await reader.all(countByRetry, { exceptKind: 'deliver-webhook' })) {
    const group = row.isRetry === 0 ? 'fresh' : row.kind === 'send-mail' ? 'mail' : 'registry';
    counts[group] += Number(row.count);
  }
  const { fresh, registry, mail } = counts;
  return { fresh, retried: { registry, mail } };
}
