/**
 * Takes domains from one phase of DNSSEC to the next, when its time has come or what it waits for has
 * happened. The registry's answers are handled by the job that gets them (fulfilment/converge-domain.ts).
 */
import { type Change, combine, noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { isOfRegistry, nextStep, timesOf } from '../domains/dnssec-phase.ts';
import { isForeign, keysAtRegistry } from '../domains/keys-with-ds.ts';
import type { Fact } from '../facts/fact.ts';
import { areChanging, delegationOf, isOfServers } from '../operations/dnssec/dnssec-view.ts';
import { type OwnHosts, ownHostsOf } from '../operations/dnssec/own-hosts.ts';
import { readSignedServers, type SignedServers } from '../operations/dnssec/servers-behind.ts';
import { domainKey } from '../operations/loading.ts';
import { endSigning } from '../publication/begin-signing.ts';
import {
  enterPhase,
  handOver,
  keptDs,
  retireForeignKeys,
  sendAgain,
} from '../publication/dnssec-change.ts';
import { retireKey } from '../publication/roll-key.ts';
import { listDomainSecondaries } from '../storage/queries/domain-secondaries/domain-secondaries.ts';
import {
  findDnssec,
  findNextDueDnssec,
  listDnssecChecks,
  listDueDnssec,
} from '../storage/queries/domains/domain-dnssec.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import { findSigningPlace, listZoneKeys } from '../storage/queries/zones/signing.ts';
import { remove, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { dnssecProblems } from '../storage/tables/domains/dnssec-problems.ts';
import {
  type DnssecPhase,
  type DomainDnssec,
  domainDnssec,
} from '../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { StoredKey } from '../zone-data/signed-zone.ts';
import { presentSigner, signerOf } from '../zones/delegation-signers.ts';
import { lifecycleFact } from './due-domain.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

/** Steps of one sweep. */
const stepsMax = 100;
const checkEveryMs = 2_000;

/** Returns how many phases have changed. `now` is calendar time. */
export async function followDnssec(services: LifecycleServices, now: number): Promise<number> {
  const { database, clock } = services;
  const [due, checks] = await Promise.all([
    database.all(listDueDnssec, { now, limit: stepsMax }),
    database.all(listDnssecChecks, { now: clock.now(), limit: stepsMax }),
  ]);
  let changed = 0;
  for (const subject of [...due, ...checks]) {
    if (await follow(services, { ...subject, now })) changed += 1;
  }
  return changed;
}

/** The next instant at which a phase ends; infinite where none does. */
export async function nextDnssecAt({ database }: LifecycleServices): Promise<number> {
  const next = await database.first(findNextDueDnssec, {});
  return next?.dueAt ?? Number.POSITIVE_INFINITY;
}

type Subject = Pick<Domain, 'id' | 'name' | 'workspaceId'> & { readonly now: number };

interface Loaded {
  readonly domain: Domain;
  readonly row: DomainDnssec;
  readonly servers: SignedServers | null;
  readonly isResigning: boolean;
  readonly keys: readonly StoredKey[];
  readonly ownHosts: OwnHosts;
}

function follow(services: LifecycleServices, subject: Subject): Promise<boolean> {
  const { id, name, workspaceId, now } = subject;
  return persist(services.database, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'alone',
    load: (reader) => load(reader, id),
    decide(loaded) {
      if (loaded === null) return { answer: false, change: noChange };
      const { defaultNameservers } = services.operations.rules;
      return changeFor(loaded, { now, machineNow: services.clock.now(), defaultNameservers });
    },
  });
}

async function load(reader: HostmasterReader, id: string): Promise<Loaded | null> {
  const domain = await reader.first(lockDomainById, { id });
  const row = await reader.first(findDnssec, { domainId: id });
  if (domain === undefined || row === undefined) return null;
  const { phase, signedSerial } = row;
  const [servers, place, keys, own] = await Promise.all([
    needsServers(phase) ? readSignedServers(reader, domain, signedSerial) : null,
    reader.first(findSigningPlace, { domainId: id }),
    reader.all(listZoneKeys, { domainId: id }),
    phase === 'waiting_for_nameservers' ? reader.all(listDomainSecondaries, { domainId: id }) : [],
  ]);
  const isResigning = place !== undefined || areChanging(keys);
  const ownHosts = ownHostsOf(row, { hasOwnSecondaries: own.length > 0 });
  return { domain, row, servers, isResigning, keys, ownHosts };
}

/** Those that wait for servers, and those before, which note the serial that these have to have. */
function needsServers(phase: DnssecPhase): boolean {
  if (phase === 'signing' || phase === 'adding_key') return true;
  return phase === 'publishing_foreign_keys' || isOfServers(phase);
}

function changeFor(
  { domain, row, servers, isResigning, keys, ownHosts }: Loaded,
  {
    now,
    machineNow,
    defaultNameservers,
  }: {
    readonly now: number;
    readonly machineNow: number;
    readonly defaultNameservers: readonly string[];
  },
): { readonly answer: boolean; readonly change: Change } {
  const { id: domainId, name } = domain;
  const { signing } = domain.zone;
  const later = (set: Partial<DomainDnssec>): Change => ({
    rows: [update(domainDnssec, { domainId }, set)],
  });
  // A domain that is being released, or has left, keeps its zone as it is until its end.
  if (domain.state !== 'live') {
    return { answer: false, change: later({ dueAt: null, checkAt: null }) };
  }
  const step = nextStep({
    phase: row.phase,
    since: row.since,
    now,
    signing,
    isResigning,
    isUrgent: row.isUrgent,
    serversBehind: servers?.behind ?? [],
    isDsConfirmed: false,
    dsConfirmedAt: row.dsConfirmedAt,
    // Only a question without an answer ends a silence (watch-parent.ts).
    isParentSilent: false,
    hasForeignKeys: keys.some(isForeign),
    delegation: delegationOf(domain.zone.nameservers, { defaultNameservers, ownHosts }),
  });
  switch (step.kind) {
    case 'wait': {
      const sent = sentAgain({ domain, row }, { now, machineNow });
      if (sent !== null) return { answer: true, change: sent };
      if (isOfRegistry(row.phase)) return { answer: false, change: noChange };
      const checkAt = row.checkAt === null ? null : machineNow + checkEveryMs;
      // Another process may have begun it, and its message may be lost.
      const announce =
        signing === 'signed' && !isResigning ? [] : [{ kind: 'signing-changed' } as const];
      return { answer: false, change: { ...later({ checkAt }), announce } };
    }
    case 'enter': {
      const signedSerial = isOfServers(step.phase) ? servers?.serial : null;
      const serial = typeof signedSerial === 'number' ? { signedSerial } : {};
      const entered = enterPhase(domain, step.phase, { now, ...serial });
      const change = combine(entered, alongWith(step.phase, { domain, row, keys, now }));
      return { answer: true, change };
    }
    case 'hand-over': {
      const ds = keptDs(domain, keys).foreignDs;
      const facts = [lifecycleFact({ domain, now }, { kind: 'dnssec.ds_kept', domain: name, ds })];
      return { answer: true, change: combine(handOver(domain, keys, now), { facts }) };
    }
    case 'unsign':
      return { answer: true, change: endSigning(domain) };
    case 'end':
      return {
        answer: true,
        change: {
          rows: [remove(domainDnssec, { domainId }), removeAll(dnssecProblems, { domainId })],
          facts: [lifecycleFact({ domain, now }, { kind: 'dnssec.off', domain: name })],
        },
      };
  }
}

/**
 * The registry is compared again once a day while a phase waits for it or for its zone, and after each refusal;
 * null before that. With the comparison its zone is asked at once.
 */
function sentAgain(
  { domain, row }: Pick<Loaded, 'domain' | 'row'>,
  { now, machineNow }: { readonly now: number; readonly machineNow: number },
): Change | null {
  const { phase, since, refusal, dsConfirmedAt } = row;
  const isWaiting = isOfRegistry(phase);
  if (!isWaiting && refusal === null) return null;
  const isDue = row.dueAt === null ? isWaiting : row.dueAt <= now;
  if (!isDue) return null;
  const { dueAt } = timesOf(phase, isWaiting ? now : since);
  // An overdue question stays as late as it is.
  const checkAt =
    dsConfirmedAt === null ? row.checkAt : Math.min(row.checkAt ?? machineNow, machineNow);
  const set = { dueAt, checkAt, refusal: null };
  return combine({ rows: [update(domainDnssec, { domainId: domain.id }, set)] }, sendAgain(domain));
}

/** What belongs to the beginning of a phase. */
export function alongWith(
  phase: DnssecPhase,
  {
    domain,
    row,
    keys,
    now,
  }: {
    readonly domain: Domain;
    /** Before it. */
    readonly row: Pick<DomainDnssec, 'phase' | 'foreignDs'>;
    readonly keys: readonly StoredKey[];
    readonly now: number;
  },
): Change {
  const factOf = (fact: Fact): Change => ({ facts: [lifecycleFact({ domain, now }, fact)] });
  const dsOf = (wanted: readonly StoredKey[]) =>
    wanted.map(({ dnskey }) => presentSigner(signerOf(domain.name, dnskey)));
  switch (phase) {
    case 'removing_key':
      return retireKey(domain.id, keys);
    case 'removing_foreign_keys':
      return { rows: retireForeignKeys(keys) };
    case 'shared': {
      const ds = dsOf(keysAtRegistry(phase, keys) ?? []);
      // Back from nameservers that did not become those of one operator.
      return row.phase === 'waiting_for_both_ds'
        ? factOf({ kind: 'dnssec.shared', domain: domain.name, ds })
        : noChange;
    }
    case 'on': {
      const ds = row.foreignDs ?? dsOf(keys);
      return factOf({ kind: onFactAfter(row.phase), domain: domain.name, ds });
    }
    default:
      return noChange;
  }
}

function onFactAfter(
  phase: DnssecPhase,
): 'dnssec.on' | 'dnssec.rolled' | 'dnssec.foreign_keys_removed' {
  if (phase === 'sending_ds') return 'dnssec.on';
  return phase === 'removing_foreign_keys' ? 'dnssec.foreign_keys_removed' : 'dnssec.rolled';
}
