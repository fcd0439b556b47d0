/**
 * What must hold after any crash, once everything has settled: money, names, years at the registry
 * and the customer's receipts agree. Every deviation is one line.
 */

import { addYears } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { until } from '@hostmaster/test-rig/crash-until';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { expect } from 'vitest';
import type { SandboxRegistrar } from '../../packages/server/src/adapters/sandbox/sandbox-registrar.ts';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import { type Config, readConfig } from '../../packages/server/src/config/config.ts';
import { countJobs } from '../../packages/server/src/jobs/queue.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import type { RegistryDomain } from '../../packages/server/src/registrars/registrar.ts';
import type { Receipt } from './customer.ts';

const settleMsMax = 60_000;
const rivalYears = 2;

const listDomains = query<object>()(({ db }) =>
  db.selectFrom('domains').select(['id', 'name', 'state', 'registry_expires_at']).orderBy('id'),
);

const listTerms = query<object>()(({ db }) =>
  db
    .selectFrom('terms')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select(['domain_id', 'terms.kind', 'years', 'state', 'amount_cents', 'ends_at'])
    .orderBy('domain_id')
    .orderBy('position'),
);

const listRecords = query<object>()(({ db }) => db.selectFrom('records').select(['id', 'value']));

const listJobs = query<object>()(({ db }) =>
  db.selectFrom('jobs').select(['kind', 'lane', 'attempts', 'last_error']),
);

export function configOf(place: TestPlace): Config {
  return readConfig({
    HOSTMASTER_DATA_DIR: place.dataDir,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    HOSTMASTER_DATABASE_CONNECTIONS: '4',
  });
}

/** Waits until the running server has finished its jobs, then checks all data. */
export async function expectSettledAndSound(
  place: TestPlace,
  receipts: readonly Receipt[],
): Promise<void> {
  await withStores(place, async (stores) => {
    await untilSettled(stores);
    expect(await problemsOf(stores, receipts)).toEqual([]);
  });
}

/** What an operator would see. */
export async function expectLedgerVerified(place: TestPlace): Promise<void> {
  const { code, stdout, stderr } = await runCommand(place, 'ledger', 'verify', '--json');
  expect({ code, report: stdout === '' ? stderr : JSON.parse(stdout) }).toMatchObject({
    code: 0,
    report: { ok: true, problems: [] },
  });
}

export async function settled(place: TestPlace): Promise<void> {
  await withStores(place, untilSettled);
}

async function withStores(
  place: TestPlace,
  work: (stores: Stores) => Promise<void>,
): Promise<void> {
  const stores = await openStores(configOf(place));
  try {
    await work(stores);
  } finally {
    await stores.close();
  }
}

async function untilSettled({ database }: Stores): Promise<void> {
  let left: unknown = null;
  await until(
    async () => {
      if ((await countJobs(database)).size === 0) return true;
      left = await database.all(listJobs, {});
      return false;
    },
    { what: () => `no job left: ${JSON.stringify(left)}`, withinMs: settleMsMax },
  );
}

async function problemsOf(stores: Stores, receipts: readonly Receipt[]): Promise<string[]> {
  const { database } = stores;
  const registrar = stores.registrar as SandboxRegistrar;
  const [ledger, domains, terms, records, objects] = [
    await verifyLedger(database),
    await database.all(listDomains, {}),
    await database.all(listTerms, {}),
    await database.all(listRecords, {}),
    await registrar.objects(),
  ];
  const state: ServiceState = {
    domains: domains.map((domain) => ({
      ...domain,
      terms: terms.filter((term) => term.domain_id === domain.id),
    })),
    records,
    objects,
  };
  return [
    ...ledger.problems,
    ...chargesWithoutObject(state),
    ...receipts.flatMap((receipt) => receiptProblems(state, receipt)),
  ];
}

interface ServiceState {
  readonly domains: readonly {
    readonly name: string;
    readonly state: string;
    readonly registry_expires_at: number | null;
    readonly terms: readonly {
      readonly kind: string;
      readonly years: number;
      readonly state: string;
      readonly amount_cents: number;
      readonly ends_at: number | null;
    }[];
  }[];
  readonly records: readonly { readonly id: string; readonly value: string }[];
  readonly objects: readonly RegistryDomain[];
}

/** Every kept charge has exactly one object, with each posted term's years once. */
function chargesWithoutObject({ domains, objects }: ServiceState): string[] {
  const problems: string[] = [];
  const unpaid = new Map(objects.map((object) => [object.name, object]));
  for (const { name, state, terms, registry_expires_at } of domains) {
    if (terms.some((term) => term.state === 'pending'))
      problems.push(`${name}: a term is pending.`);
    const posted = terms.filter((term) => term.state === 'posted');
    if (posted.length === 0) continue;
    const object = unpaid.get(name);
    unpaid.delete(name);
    if (state !== 'live') problems.push(`${name}: paid for, yet it is ${state}.`);
    if (object === undefined) {
      problems.push(`${name}: paid for, and the registry holds no object.`);
      continue;
    }
    const createdAt = object.createdAt ?? 0;
    // What the rival had registered for two years got one more with the transfer.
    const isTransferred = posted[0]?.ends_at !== null;
    const startsAt = isTransferred ? addYears(createdAt, rivalYears) : createdAt;
    const expected = posted.reduce((at, term) => addYears(at, term.years), startsAt);
    if (object.expiresAt !== expected) {
      problems.push(
        `${name}: ${posted.map((term) => term.years).join('+')} years were paid for from ${iso(createdAt)}, the registry holds it until ${iso(object.expiresAt ?? 0)}.`,
      );
    }
    if (registry_expires_at !== object.expiresAt) {
      problems.push(`${name}: the stored registry date is wrong.`);
    }
  }
  for (const name of unpaid.keys()) problems.push(`${name}: held at the registry, but not paid.`);
  return problems;
}

function receiptProblems(state: ServiceState, receipt: Receipt): string[] {
  const { change, outcome, status } = receipt;
  const subject = `${JSON.stringify(change)} was ${outcome} (${status})`;
  if (status === 500) return [`${subject}: ${JSON.stringify(receipt.body)}`];
  const found = foundFor(state, receipt);
  if (outcome === 'acknowledged' && found !== 1) return [`${subject} and is there ${found} times.`];
  if (outcome === 'refused' && found !== 0) return [`${subject} and is there ${found} times.`];
  return found > 1 ? [`${subject} and is there ${found} times.`] : [];
}

function foundFor({ domains, records }: ServiceState, { change, outcome, body }: Receipt): number {
  if (change.kind === 'record') {
    const found = records.filter((record) => record.value === change.value);
    return outcome === 'acknowledged' && found[0]?.id !== body.record?.id ? 0 : found.length;
  }
  const kind = change.kind === 'renew' ? 'renewal' : 'registration';
  const years = change.kind === 'transfer' ? 1 : change.years;
  const charged = change.kind === 'transfer' ? body.transfer : body.domain;
  const chargedCents = (charged?.creditsCharged ?? 0) * 100;
  return domains
    .filter((domain) => domain.name === change.name)
    .flatMap((domain) => domain.terms)
    .filter(
      (term) =>
        term.kind === kind &&
        term.years === years &&
        term.state === 'posted' &&
        (outcome !== 'acknowledged' || term.amount_cents === chargedCents),
    ).length;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
