/**
 * Compares our rows with the registry's objects. Safe differences are repaired on request: the
 * stored registry expiry, and the desired state by a job. Nothing moves money or deletes a domain.
 */
import { dayMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import { type Change, combine, noChange } from '../changes/change.ts';
import { convergenceJob, endJob, transferJob, transferOutJob } from '../changes/job-kinds.ts';
import { persist } from '../changes/persist.ts';
import { type LifecycleRules, nextDueAt } from '../domains/lifecycle.ts';
import { type DesiredSigners, loadDesiredSigners } from '../fulfilment/desired-signers.ts';
import { addressesOf } from '../fulfilment/desired-state.ts';
import { noteDeletion } from '../fulfilment/note-deletion.ts';
import { readStuckJobs } from '../jobs/job-control.ts';
import { isServedHere } from '../operations/dnssec/dnssec-view.ts';
import { domainKey } from '../operations/loading.ts';
import type { DomainRules } from '../operations/operation.ts';
import {
  type Registrar,
  type RegistryDomain,
  RegistryUnavailable,
} from '../registrars/registrar.ts';
import { findHold } from '../storage/queries/domains/domain-holds.ts';
import { findHeldDomain, lockDomainById } from '../storage/queries/domains/domains.ts';
import { listForComparison } from '../storage/queries/registry/registry-comparison.ts';
import { findUndecided } from '../storage/queries/registry/sends.ts';
import { findPendingTerm } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import {
  compareDomain,
  type RegistryDifference,
  stuckJob,
  unanswered,
  undecided,
  withoutRow,
} from './compare-domain.ts';
import { noteDsProblems } from './note-ds-problems.ts';

export interface ReconciliationServices {
  readonly database: HostmasterDatabase;
  readonly registrar: Registrar;
  readonly rules: LifecycleRules & Pick<DomainRules, 'defaultNameservers'>;
  readonly clock: MachineClock;
}

export interface Finding extends RegistryDifference {
  readonly repaired: boolean;
}

export interface ReconciliationReport {
  readonly checked: number;
  readonly differences: readonly Finding[];
}

/** Comparing has time: it takes turns with the questions of workspaces. */
const asker = { id: 'reconciliation', purpose: 'check' } as const;
const pageSize = 100;
/** More than most registries allow sessions, so that each session always has a question. */
const questionsAtOnce = 16;
/** A decision that takes longer than this is reported to the operator. */
const undecidedMs = 2 * dayMs;

/** Every row that may have an object, every object that can be listed, and the names given. */
export async function reconcile(
  services: ReconciliationServices,
  options: {
    readonly repair: boolean;
    readonly names?: readonly string[];
    /** Called after each page with the number of rows compared so far. */
    readonly onPage?: (checked: number) => void;
  },
): Promise<ReconciliationReport> {
  const { database, registrar } = services;
  const differences: Finding[] = [];
  const seen = new Set<string>();
  let checked = 0;
  for (let after = ''; ; ) {
    const rows = await database.all(listForComparison, { after, limit: pageSize });
    for (const row of rows) seen.add(row.name);
    const found = await inParallel(rows, questionsAtOnce, (row) => examine(services, row, options));
    differences.push(...found.flat());
    checked += rows.length;
    options.onPage?.(checked);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) break;
    after = last.id;
  }
  const listed = (await registrar.objects?.()) ?? [];
  const objects = new Map(listed.map((object) => [object.name, object]));
  for (const name of options.names ?? []) {
    if (seen.has(name) || objects.has(name)) continue;
    checked += 1;
    const object = await orNoAnswer(registrar.info(name, asker));
    if (object instanceof RegistryUnavailable)
      differences.push(unrepaired(unanswered(name, object)));
    else if (object !== null) objects.set(name, object);
  }
  for (const object of objects.values()) {
    if (seen.has(object.name) || !isOursToKeep(object)) continue;
    const difference = withoutRow(object, 'it was never registered here');
    differences.push({ ...difference, repaired: false });
  }
  const stuck = await readStuckJobs(database, { now: services.clock.now(), limit: pageSize });
  differences.push(...stuck.map((job) => unrepaired(stuckJob(job))));
  return { checked, differences };
}

/** Compares one row. Rows that a job is changing are left to it; a missing answer is a finding. */
export async function examine(
  services: ReconciliationServices,
  row: Domain,
  options: { readonly repair: boolean },
): Promise<readonly Finding[]> {
  const { registrar } = services;
  if (row.state === 'releasing') return [];
  if (row.state === 'incoming') return followTransfer(services, row, options);
  if (row.state === 'provisioning') return examineUndecided(services, row);
  const found = await orNoAnswer(registrar.info(row.name, asker));
  if (found instanceof RegistryUnavailable) return [unrepaired(unanswered(row.name, found))];
  if (row.state !== 'live') return examineEnded(services, row, found);
  const capabilities = registrar.capabilitiesFor(row.name);
  const hasOwnHosts = Object.keys(found?.hostAddresses ?? {}).length > 0;
  const hostAddresses = hasOwnHosts ? await addressesOf(services.database, row) : {};
  const hold = await services.database.first(findHold, { domainId: row.id });
  const dnssec = (await loadDesiredSigners(services.database, row)) ?? unsigned(services, row);
  const differences = compareDomain(row, found, capabilities, { hostAddresses, hold, dnssec });
  if (!options.repair || found === null) return differences.map(unrepaired);
  if (found.isOurs) {
    const { defaultNameservers } = services.rules;
    await noteDsProblems({ ...services, defaultNameservers }, row, found);
  }
  await repair(services, { row, found, differences });
  return differences.map((difference) => ({
    ...difference,
    repaired: difference.repair !== 'none',
  }));
}

/** Where this service answers, an unsigned zone has no DS record; other operators answer for theirs. */
function unsigned(
  { rules: { defaultNameservers } }: ReconciliationServices,
  { zone: { nameservers } }: Domain,
): Pick<DesiredSigners, 'signers' | 'holdsNameservers'> | null {
  const isHere = isServedHere(nameservers, { defaultNameservers, ownHosts: [] });
  return isHere ? { signers: [], holdsNameservers: false } : null;
}

/** An unavailable registry, or a query that fails, does not stop the report about other domains. */
async function orNoAnswer<T>(query: Promise<T>): Promise<T | RegistryUnavailable> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof RegistryUnavailable) return error;
    throw error;
  }
}

/** The job of a transfer from another registrar asks what became of it. */
async function followTransfer(
  { database }: ReconciliationServices,
  row: Domain,
  options: { readonly repair: boolean },
): Promise<readonly Finding[]> {
  if (!options.repair) return [];
  await persist(database, {
    keys: [domainKey(row.name)],
    owner: row.workspaceId,
    commit: 'shared',
    load: (reader) => reader.first(lockDomainById, { id: row.id }),
    decide: (domain) => ({
      answer: undefined,
      change: domain?.state === 'incoming' ? { jobs: [transferJob({ domainId: row.id })] } : {},
    }),
  });
  return [];
}

async function examineUndecided(
  { database }: ReconciliationServices,
  row: Domain,
): Promise<readonly Finding[]> {
  const waiting = { domainId: row.id, waitedMs: undecidedMs };
  const accepted = await database.first(findUndecided, waiting);
  return accepted === undefined ? [] : [unrepaired(undecided(row, accepted.sentAt))];
}

async function examineEnded(
  { database }: ReconciliationServices,
  row: Domain,
  found: RegistryDomain | null,
): Promise<readonly Finding[]> {
  if (found === null || !isOursToKeep(found)) return [];
  if ((await database.first(findHeldDomain, { name: row.name })) !== undefined) return [];
  const because =
    row.state === 'failed'
      ? 'its registration or transfer failed and was refunded'
      : 'it was released';
  return [unrepaired(withoutRow(found, because))];
}

function isOursToKeep(object: RegistryDomain): boolean {
  return object.isOurs && object.pending !== 'delete';
}

interface Comparison {
  readonly row: Domain;
  readonly found: RegistryDomain;
  readonly differences: readonly RegistryDifference[];
}

async function repair(services: ReconciliationServices, compared: Comparison): Promise<void> {
  const { row, differences } = compared;
  if (differences.every(({ repair: each }) => each === 'none')) return;
  await persist(services.database, {
    keys: [domainKey(row.name)],
    owner: row.workspaceId,
    commit: 'shared',
    load: (reader) =>
      Promise.all([
        reader.first(lockDomainById, { id: row.id }),
        reader.first(findPendingTerm, { domainId: row.id }),
      ]),
    decide: ([domain, pendingTerm]) => ({
      answer: undefined,
      change:
        domain?.state === 'live'
          ? repaired(services, compared, { domain, isRenewing: pendingTerm !== undefined })
          : noChange,
    }),
  });
}

function repaired(
  { rules, clock }: ReconciliationServices,
  { row, found, differences }: Comparison,
  { domain, isRenewing }: { readonly domain: Domain; readonly isRenewing: boolean },
): Change {
  const { id } = domain;
  const has = (kind: RegistryDifference['repair']) =>
    differences.some(({ repair }) => repair === kind);
  const changes: Change[] = [];
  // A date that another transaction has written since the comparison is newer than ours.
  const { expiresAt: registryExpiresAt } = found;
  const isUnchanged = domain.registry.registryExpiresAt === row.registry.registryExpiresAt;
  if (has('note-date') && isUnchanged && registryExpiresAt !== null) {
    const dueAt = nextDueAt(domains.changed(domain, { registryExpiresAt }), rules);
    changes.push({ rows: [update(domains, { id }, { registryExpiresAt, dueAt })] });
  }
  if (has('end')) changes.push({ jobs: [endJob({ domainId: id })] });
  if (has('follow')) changes.push({ jobs: [transferOutJob({ domainId: id })] });
  // The deleted domain cannot be changed before it is restored.
  if (has('release')) {
    if (!isRenewing) changes.push(noteDeletion(domain, clock.now()));
  } else if (has('converge')) changes.push({ jobs: [convergenceJob({ domainId: id })] });
  return combine(...changes);
}

function unrepaired(difference: RegistryDifference): Finding {
  return { ...difference, repaired: false };
}
