/** GET /v1/domains/{domain}/dns/propagation. Whether every secondary has the latest change. */
import { limits } from '@hostmaster/contract';
import { isoTime } from '../../base/iso-time.ts';
import { problemsAt } from '../../publication/zone-problems.ts';
import { differencePages } from '../../revisions/read-revisions.ts';
import { zonePublication } from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import type { RecordAlteration } from '../../storage/tables/zones/zone-revisions.ts';
import { requireActive } from '../../workspaces/suspension.ts';
import { loadZoneDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { parseWait } from '../wait-input.ts';
import { problemView } from './list-problems.ts';

export interface Propagation {
  readonly serial: number | null;
  readonly inSync: boolean;
  readonly secondaries: readonly SecondaryState[];
}

interface SecondaryState {
  readonly name: string;
  readonly serial: number | null;
  readonly confirmedAt: number | null;
  readonly inSync: boolean;
  readonly reachable: boolean;
}

export const getPropagation = readOperation('getPropagation', async (reader, call, input) => {
  const waitMs = parseWait(input.wait);
  const domain = await loadZoneDomain(reader, call, input.domain);
  let found = await readPropagation(reader, domain);
  if (!found.inSync && waitMs > 0) {
    const until = performance.now() + waitMs;
    const clientGone = call.clientGone?.();
    const place = call.services.waits.enter(call.actor.workspaceId, domain.name);
    try {
      // It may have been confirmed before the place was there.
      found = await readPropagation(reader, domain, found.serial);
      while (!found.inSync && !place.isOver && clientGone?.aborted !== true) {
        const leftMs = until - performance.now();
        if (leftMs <= 0) break;
        await place.next(leftMs, clientGone);
        found = await readPropagation(reader, domain, found.serial);
        await requireActive(reader, call.actor.workspaceId);
      }
    } finally {
      place.leave();
    }
  }
  return {
    problems: await problemsOfLatest(reader, domain),
    serial: found.serial,
    inSync: found.inSync,
    secondaries: found.secondaries.map(({ confirmedAt, ...each }) => ({
      ...each,
      confirmedAt: confirmedAt === null ? null : isoTime(confirmedAt),
    })),
  };
});

/** At the names of the latest change, as far as one page of its records shows them. */
async function problemsOfLatest(
  reader: HostmasterReader,
  { id: domainId, name: zone, zone: { zoneRevision } }: DomainWith<'id' | 'name' | 'zoneRevision'>,
) {
  if (zoneRevision === 0) return [];
  const range = { domainId, after: zoneRevision - 1, upTo: zoneRevision };
  const pages = differencePages(reader, range);
  const { value: changed = [] } = (await pages.next()) as IteratorResult<
    readonly RecordAlteration[],
    undefined
  >;
  await pages.return(undefined);
  const names = new Set(changed.flatMap(([, after]) => after?.name ?? []));
  if (names.size === 0) return [];
  const max = limits.propagationProblemsMax;
  const problems = await problemsAt(reader, { zone, domainId }, [...names].slice(0, max));
  return problems.slice(0, max).map(problemView);
}

/** Propagation of the wanted serial, or of the current one: a zone that keeps changing is served too. */
export async function readPropagation(
  reader: HostmasterReader,
  domain: { readonly id: string; readonly name: string },
  wanted: number | null = null,
): Promise<Propagation> {
  const rows = await reader.all(zonePublication, { zone: domain.name });
  const [first] = rows;
  // A zone outlives its registration and may be that of an earlier one.
  if (first?.domainId !== domain.id) return { serial: null, inSync: false, secondaries: [] };
  const serial = wanted ?? first.serial;
  const secondaries = rows.flatMap(({ secondary, confirmedSerial, confirmedAt, ...row }) => {
    if (secondary === null) return [];
    // What it confirmed says nothing about a server that does not answer.
    const reachable = row.unreachableSince === null;
    // After a restored backup a secondary may have a serial that was never given here.
    const isHeld =
      confirmedSerial !== null && confirmedSerial >= serial && confirmedSerial <= first.serial;
    const inSync = isHeld && reachable;
    return [{ name: secondary, serial: confirmedSerial, confirmedAt, inSync, reachable }];
  });
  return { serial, inSync: secondaries.every((each) => each.inSync), secondaries };
}
