/**
 * DS records that a registry has confirmed, until a resolver sees them in the zone of the registry: only then
 * the phase ends. With another answer it is asked again until then, without any for up to a week. Time in which
 * nothing asked counts as no silence.
 */
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { type Change, combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { isOfRegistry, nextStep, resendMs } from '../domains/dnssec-phase.ts';
import { domainKey } from '../operations/loading.ts';
import { enterPhase } from '../publication/dnssec-change.ts';
import { findDnssec, listParentChecks } from '../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { listZoneKeys } from '../storage/queries/zones/signing.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type DomainDnssec, domainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { StoredKey } from '../zone-data/signed-zone.ts';
import { areShown, wantedSigners } from '../zones/delegation-signers.ts';
import { alongWith } from './follow-dnssec.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

/** Asked at the same time, so that resolvers that do not answer hold a sweep up for seconds. */
const asksMax = 20;
const askEveryMs = { min: 10_000, max: hourMs };
/** A silence begins again after a question that was so late. */
const lateMsMax = dayMs;

/** Returns how many phases have ended. `now` is calendar time. */
export async function watchParents(services: LifecycleServices, now: number): Promise<number> {
  const { database, clock, operations } = services;
  const due = await database.all(listParentChecks, { now: clock.now(), limit: asksMax });
  const { parentResolvers } = operations.rules;
  const answers = await Promise.all(
    due.map(async (subject): Promise<Answer> => {
      // A resolver that is no longer configured holds no phase up.
      if (parentResolvers.length === 0) return { ...subject, now, seen: 'unasked' };
      return { ...subject, now, seen: await operations.findDs(subject.name) };
    }),
  );
  let ended = 0;
  for (const answer of answers) {
    if (await conclude(services, answer)) ended += 1;
  }
  return ended;
}

interface Answer extends Pick<Domain, 'id' | 'name' | 'workspaceId'> {
  readonly now: number;
  /** Null where no resolver has answered. */
  readonly seen: readonly string[] | 'unasked' | null;
}

interface Loaded {
  readonly domain: Domain;
  readonly row: DomainDnssec;
  readonly keys: readonly StoredKey[];
}

function conclude(services: LifecycleServices, answer: Answer): Promise<boolean> {
  const { id, name, workspaceId } = answer;
  return persist(services.database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'alone',
    load: (reader) => load(reader, id),
    decide(loaded) {
      if (loaded === null) return { answer: false, change: noChange };
      return changeFor(services, loaded, answer);
    },
  });
}

async function load(reader: HostmasterReader, id: string): Promise<Loaded | null> {
  const domain = await reader.first(lockDomainById, { id });
  const row = await reader.first(findDnssec, { domainId: id });
  if (domain === undefined || row === undefined) return null;
  return { domain, row, keys: await reader.all(listZoneKeys, { domainId: id }) };
}

function changeFor(
  { clock, operations }: LifecycleServices,
  { domain, row, keys }: Loaded,
  { now, seen }: Answer,
): { readonly answer: boolean; readonly change: Change } {
  const { id: domainId } = domain;
  const { signing } = domain.zone;
  const later = (set: Partial<DomainDnssec>): Change => ({
    rows: [update(domainDnssec, { domainId }, set)],
  });
  // Another phase has begun meanwhile, or the domain is being released.
  if (row.dsConfirmedAt === null || !isOfRegistry(row.phase)) {
    return { answer: false, change: noChange };
  }
  if (domain.state !== 'live') return { answer: false, change: later({ checkAt: null }) };
  const isDsConfirmed =
    seen === 'unasked' || (seen !== null && isSeen({ domain, row, keys }, seen));
  const machineNow = clock.now();
  const { phase, since, isUrgent, dsConfirmedAt } = row;
  const wasAsked = row.checkAt !== null && machineNow - row.checkAt < lateMsMax;
  const isParentSilent = seen === null && row.parentUnanswered !== null && wasAsked;
  const rest = { signing, isResigning: false, serversBehind: [], dsConfirmedAt, isParentSilent };
  // These decide on no phase of the registry.
  const move = { hasForeignKeys: false, delegation: 'here' } as const;
  const step = nextStep({ phase, since, now, isUrgent, ...rest, ...move, isDsConfirmed });
  if (step.kind === 'enter') {
    const entered = enterPhase(domain, step.phase, { now });
    const change = combine(entered, alongWith(step.phase, { domain, row, keys, now }));
    return { answer: true, change };
  }
  const parentUnanswered = seen === null ? operations.rules.parentResolvers.join(', ') : null;
  const checkAt = machineNow + askAgainMs(now - since);
  // The week without an answer begins with the first question that gets none.
  const begun = isParentSilent ? {} : { dsConfirmedAt: now };
  // Rows of earlier versions have no time of the next comparison.
  const dueAt = row.dueAt ?? now + resendMs;
  return { answer: false, change: later({ checkAt, parentUnanswered, dueAt, ...begun }) };
}

/** A zone that does not follow for long is asked less often. */
function askAgainMs(waitedMs: number): number {
  return Math.max(askEveryMs.min, Math.min(Math.floor(waitedMs / 10), askEveryMs.max));
}

/** Whether the zone of the registry has the DS records of the phase, and no others. */
function isSeen({ domain, row, keys }: Loaded, seen: readonly string[]): boolean {
  return areShown(domain.name, wantedSigners(domain.name, row, keys) ?? [], seen);
}
