/**
 * What a check of CDS records does to a domain (docs/adr/0052): it is claimed before the nameservers are
 * asked, and concluded with what they have answered. An answer to an older state of the domain is dropped.
 */
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import type { RandomSource } from '../base/random.ts';
import { type Change, combine, noChange } from '../changes/change.ts';
import { type Decided, persist } from '../changes/persist.ts';
import { isServedHere } from '../operations/dnssec/dnssec-view.ts';
import { requireKeys } from '../operations/dnssec/foreign-ds.ts';
import { type OwnHosts, ownHostsOf } from '../operations/dnssec/own-hosts.ts';
import type { OfferedDs } from '../operations/dnssec/read-cds.ts';
import { requireReady, requireUnsignedHere } from '../operations/dnssec/require-ready.ts';
import { domainKey } from '../operations/loading.ts';
import { enterPhase, sendForeignDs } from '../publication/dnssec-change.ts';
import { listDomainSecondaries } from '../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { findFollowedCds } from '../storage/queries/domains/followed-cds.ts';
import { remove, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainDnssec } from '../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { type FollowedCds, followedCds } from '../storage/tables/domains/followed-cds.ts';
import { lifecycleFact } from './due-domain.ts';
import type { FoundCds } from './find-cds.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

export type CdsServices = Pick<
  LifecycleServices,
  'database' | 'operations' | 'clock' | 'calendarNow'
> & { readonly random: RandomSource };

export type CdsSubject = Pick<Domain, 'id' | 'name' | 'workspaceId'>;

/** The state of the domain that the nameservers are asked for. */
export interface CdsClaim {
  readonly nameservers: readonly string[];
  /** The DS records that the registry has; null where it has none. */
  readonly anchors: readonly string[] | null;
}

/** Checks of a day are spread: each is up to this much earlier than a day after the last one. */
const spreadMs = 2 * hourMs;
/** The owner may ask for a check, but not for one after the other. */
const gapMs = minuteMs;
const findingCharsMax = 500;

interface Loaded {
  readonly domain: Domain;
  readonly row: DomainDnssec | undefined;
  readonly followed: FollowedCds;
  readonly ownHosts: OwnHosts;
}

/** Null where there is nothing to ask now, or another process does. */
export async function claimCds(
  services: CdsServices,
  subject: CdsSubject,
): Promise<CdsClaim | null> {
  const { clock, random } = services;
  return change(services, subject, (loaded, now) => {
    const machineNow = clock.now();
    const { checkAt, checkedAt } = loaded.followed;
    const later = (at: number) => set(loaded, { checkAt: at });
    if (checkAt > machineNow) return { answer: null, change: noChange };
    if (checkedAt !== null && checkedAt + gapMs > machineNow) {
      return { answer: null, change: later(checkedAt + gapMs) };
    }
    const next = later(machineNow + dayMs - random.below(spreadMs));
    const standing = standingOf(services, loaded, now);
    switch (standing.kind) {
      case 'ask':
        return { answer: standing, change: next };
      case 'wait':
        return { answer: null, change: combine(next, noteFinding(services, loaded, standing)) };
      case 'end':
        return { answer: null, change: endFollowing(loaded, now) };
    }
  });
}

export async function concludeCds(
  services: CdsServices,
  subject: CdsSubject,
  { claim, found }: { readonly claim: CdsClaim; readonly found: FoundCds },
): Promise<void> {
  await change(services, subject, (loaded, now) => {
    const standing = standingOf(services, loaded, now);
    // It has changed meanwhile: its new state is asked for soon.
    if (standing.kind !== 'ask' || !isSame(standing, claim)) {
      return { answer: null, change: set(loaded, { checkAt: services.clock.now() + gapMs }) };
    }
    if (found.kind === 'fault') {
      return { answer: null, change: noteFinding(services, loaded, found) };
    }
    const { change: followed, ...noted } = follow(services, loaded, { offer: found.offer, now });
    return { answer: null, change: combine(noteFinding(services, loaded, noted), followed) };
  });
}

async function change<A>(
  services: CdsServices,
  { id, name, workspaceId }: CdsSubject,
  decide: (loaded: Loaded, now: number) => Decided<A | null>,
): Promise<A | null> {
  const { database, calendarNow } = services;
  const now = await calendarNow(database);
  return persist(database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'shared',
    load: (reader) => load(reader, id),
    decide: (loaded) =>
      loaded === null ? { answer: null, change: noChange } : decide(loaded, now),
  });
}

async function load(reader: HostmasterReader, id: string): Promise<Loaded | null> {
  const domain = await reader.first(lockDomainById, { id });
  const [followed, row, own] = await Promise.all([
    reader.first(findFollowedCds, { domainId: id }),
    reader.first(findDnssec, { domainId: id }),
    reader.all(listDomainSecondaries, { domainId: id }),
  ]);
  if (domain === undefined || followed === undefined) return null;
  const ownHosts = ownHostsOf(row, { hasOwnSecondaries: own.length > 0 });
  return { domain, row, followed, ownHosts };
}

type Standing =
  | (CdsClaim & { readonly kind: 'ask' })
  /** Nothing is asked now, and why. */
  | { readonly kind: 'wait'; readonly finding: string }
  /** The nameservers of this service answer. */
  | { readonly kind: 'end' };

function standingOf(
  { operations }: CdsServices,
  { domain, row, ownHosts }: Loaded,
  now: number,
): Standing {
  const { nameservers } = domain.zone;
  const { defaultNameservers } = operations.rules;
  if (isServedHere(nameservers, { defaultNameservers, ownHosts })) return { kind: 'end' };
  try {
    requireReady({ services: operations, now }, domain);
    requireUnsignedHere(domain, row);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'wait', finding: error.message };
  }
  if (row !== undefined && row.phase !== 'on') {
    const finding = 'The nameservers are asked again when the last change of DNSSEC is complete.';
    return { kind: 'wait', finding };
  }
  return { kind: 'ask', nameservers, anchors: row?.foreignDs ?? null };
}

function isSame(a: CdsClaim, b: CdsClaim): boolean {
  return (
    a.nameservers.join() === b.nameservers.join() &&
    (a.anchors?.join() ?? null) === (b.anchors?.join() ?? null)
  );
}

/** What valid records lead to. */
function follow(
  { operations }: CdsServices,
  { domain, row, followed }: Loaded,
  { offer, now }: { readonly offer: OfferedDs | null; readonly now: number },
): { readonly finding: string; readonly signedAt?: number; readonly change: Change } {
  const unchanged = (finding: string) => ({ finding, change: noChange });
  if (offer === null) return unchanged('The nameservers publish no CDS records.');
  const before = row?.foreignDs ?? [];
  if (offer.ds.length === 0 && row === undefined) {
    return unchanged('The nameservers ask for no DS records, and the registry has none.');
  }
  let given: ReturnType<typeof requireKeys> = { foreignDs: offer.ds, foreignKeys: null };
  try {
    const { dnssecKeys } = operations.registrar.capabilitiesFor(domain.name);
    if (dnssecKeys && offer.ds.length > 0) given = requireKeys(domain.name, offer.ds, offer.served);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return unchanged(error.message);
  }
  const signedAt = offer.signedAtSeconds * 1_000;
  const accepted = Math.max(signedAt, followed.signedAt ?? 0);
  if (given.foreignDs.toSorted().join() === before.toSorted().join()) {
    const finding = 'The nameservers ask for the DS records that the registry has.';
    return { finding, signedAt: accepted, change: noChange };
  }
  if (signedAt < accepted) {
    return unchanged(
      'The nameservers publish CDS records that are older than those followed before.',
    );
  }
  if (row !== undefined && offer.ds.length === 0) {
    const fact = { kind: 'dnssec.turning_off', domain: domain.name, cause: 'cds' } as const;
    return {
      finding: 'The nameservers asked for the removal of the DS records.',
      signedAt,
      change: combine(enterPhase(domain, 'removing_ds', { now }), {
        facts: [lifecycleFact({ domain, now }, fact)],
      }),
    };
  }
  const fact = { kind: 'dnssec.ds_followed', domain: domain.name, ds: given.foreignDs } as const;
  return {
    finding: 'The nameservers asked for other DS records, which the registry gets.',
    signedAt,
    change: combine(sendForeignDs(domain, { given, isNew: row === undefined, now }), {
      facts: [lifecycleFact({ domain, now }, fact)],
    }),
  };
}

function noteFinding(
  { clock }: CdsServices,
  loaded: Loaded,
  { finding, ...others }: { readonly finding: string; readonly signedAt?: number },
): Change {
  const { signedAt } = others;
  return set(loaded, {
    checkedAt: clock.now(),
    finding: finding.slice(0, findingCharsMax),
    ...(signedAt === undefined ? {} : { signedAt }),
  });
}

function endFollowing({ domain }: Loaded, now: number): Change {
  const fact = { kind: 'dnssec.cds_following', domain: domain.name, following: false } as const;
  return {
    rows: [remove(followedCds, { domainId: domain.id })],
    facts: [lifecycleFact({ domain, now }, fact)],
  };
}

function set({ domain }: Loaded, values: Partial<FollowedCds>): Change {
  return { rows: [update(followedCds, { domainId: domain.id }, values)] };
}
