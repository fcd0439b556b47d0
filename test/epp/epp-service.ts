/** The whole service over EPP in this process, with a check that compares money, names and years. */

import { addYears, hourMs } from '@hostmaster/contract/durations';
import type { RegistryObject } from '@hostmaster/registry/storage';
import { query } from '@hostmaster/test-rig/any-query';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import type { TestEngine, TestPlace } from '@hostmaster/test-rig/engines';
import {
  openRegistryFront,
  type RegistryFront,
  type RegistryFrontOptions,
} from '@hostmaster/test-rig/registry-front';
import { contact, until } from '@hostmaster/test-rig/service';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect } from 'vitest';
import { createLog } from '../../packages/server/src/base/log.ts';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { startService } from '../../packages/server/src/composition/start-service.ts';
import { countJobs } from '../../packages/server/src/jobs/queue.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { moveCalendar } from '../../packages/server/src/lifecycle/move-calendar.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { generateApiKey } from '../../packages/server/src/workspaces/api-key.ts';

const plentyOfCredits = 1_000_000;
/** No job is pending two minutes after the faults have stopped. */
const settleMsMax = 120_000;

const listJobs = query<object>()(({ db }) =>
  db.selectFrom('jobs').select(['kind', 'lane', 'attempts', 'last_error', 'run_at']),
);
const listDomains = query<object>()(({ db }) => db.selectFrom('domains').selectAll().orderBy('id'));
const listTerms = query<object>()(({ db }) =>
  db
    .selectFrom('terms')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select(['domain_id', 'years', 'state', 'amount_cents'])
    .orderBy('domain_id')
    .orderBy('position'),
);

export interface EppServiceOptions extends RegistryFrontOptions {
  /** Address of the workspace, for its mail. */
  readonly email?: string;
  readonly roles?: string;
  /** Beside those that make it use the registry. */
  readonly settings?: RegistryFront['settings'];
  /** The port of nameservers of other operators, by their address. */
  readonly nameserverPort?: (address: string) => number;
}

export interface EppService extends ServiceAtRegistry {
  readonly registry: RegistryFront;
}

/** A service at a registry that may serve other registrars too. */
export interface ServiceAtRegistry {
  readonly place: TestPlace;
  readonly database: HostmasterDatabase;
  readonly client: ApiClient;
  readonly workspaceId: string;
  register(name: string, options?: { years?: number; privacyEnabled?: boolean }): Promise<void>;
  renew(name: string, years: number): Promise<void>;
  /** Starts another process's worth of service on the same place. */
  startBeside(roles: string): Promise<{ stop(): Promise<void> }>;
  jobs(): Promise<{ kind: string; attempts: number; last_error: string | null; run_at: number }[]>;
  /** Moves the calendar of the service and of the registry. */
  advance(byMs: number): Promise<void>;
  settled(): Promise<void>;
  objects(): Promise<readonly RegistryObject[]>;
  /** Ledger, charges, objects and years agree. */
  expectExact(): Promise<void>;
}

export async function openEppService(
  engine: TestEngine,
  options: EppServiceOptions = {},
): Promise<EppService> {
  const place = await engine.place();
  const registry = await openRegistryFront(place, options);
  engine.afterwards(() => registry.close());
  const objects = () => registry.front.registry.objects('hostmaster');
  const settings = { ...registry.settings, ...options.settings };
  const service = await openServiceAt(engine, { ...options, place, settings, objects });
  return { ...service, registry };
}

export async function openServiceAt(
  engine: TestEngine,
  options: Pick<EppServiceOptions, 'email' | 'roles' | 'nameserverPort'> & {
    readonly place: TestPlace;
    readonly settings: RegistryFront['settings'];
    /** What the registry holds for this registrar. */
    readonly objects: () => Promise<readonly RegistryObject[]>;
  },
): Promise<ServiceAtRegistry> {
  const { place, objects, nameserverPort } = options;
  const secrets = openSecretBox(configFor(place).secretFile);
  const database = await openDatabase({ ...place, databaseConnections: 4, secrets });
  engine.afterwards(() => database.close());

  async function start(roles: string) {
    const config = configFor(place, { ...options.settings, HOSTMASTER_ROLES: roles });
    const service = await startService(config, createLog('silent'), {
      watch: { messagesEveryMs: 50, compareEveryMs: hourMs },
      ...(nameserverPort === undefined ? {} : { nameserverPort }),
    });
    let closing: Promise<void> | undefined;
    const stop = () => {
      closing ??= service.close();
      return closing;
    };
    engine.afterwards(stop);
    return { url: service.url, stop };
  }

  const { url } = await start(options.roles ?? 'api,jobs');
  const { apiKey, workspaceId } = await createCustomer(database, plentyOfCredits, options.email);
  const client = new ApiClient({ url, apiKey });
  engine.afterwards(async () => client.close());

  const jobs = () => database.all(listJobs, {});
  async function settled(): Promise<void> {
    let left: unknown;
    await until(
      'no job is left',
      async () => {
        if ((await countJobs(database)).size === 0) return true;
        left = await jobs();
        return false;
      },
      settleMsMax,
    ).catch((error: unknown) => {
      throw new Error(`Jobs are left: ${JSON.stringify(left)}`, { cause: error });
    });
  }
  return {
    place,
    database,
    client,
    workspaceId,
    async register(domain, choice = {}) {
      // On a busy machine a first session may take longer than a question: then nothing was changed.
      await until('the registry answers in time', async () => {
        const answer = await client.request('registerDomain', { domain, contact, ...choice });
        if (answer.status === 503) return false;
        expect(answer.status, answer.text).toBe(200);
        return true;
      });
    },
    async renew(domain, years) {
      await client.call('renewDomain', { domain, years });
    },
    startBeside: start,
    jobs,
    async advance(byMs) {
      await moveCalendar(database, (offsetMs) => offsetMs + byMs);
    },
    settled,
    objects,
    async expectExact() {
      expect(await verifyLedger(database)).toMatchObject({ ok: true, problems: [] });
      expect(await problemsOf({ database, objects: await objects(), client })).toEqual([]);
    },
  };
}

export async function createCustomer(
  database: HostmasterDatabase,
  credits: number,
  email: string | null = null,
) {
  const apiKey = generateApiKey('sandbox');
  const at = Date.now();
  const opening = { name: 'Lost', email, creditCents: credits * 100, at, key: apiKey };
  const workspace = await persist(database, openWorkspace(opening));
  return { apiKey, workspaceId: workspace.id };
}

async function problemsOf(world: {
  readonly database: HostmasterDatabase;
  readonly objects: readonly RegistryObject[];
  readonly client: ApiClient;
}): Promise<string[]> {
  const { database } = world;
  const [domains, terms] = [await database.all(listDomains, {}), await database.all(listTerms, {})];
  const unpaid = new Map(world.objects.map((object) => [object.name, object]));
  const problems: string[] = [];
  let keptCents = 0;
  for (const { id, name, state, registry_expires_at } of domains) {
    const own = terms.filter((term) => term.domain_id === id);
    const kept = own.filter((term) => term.state !== 'voided');
    keptCents += kept.reduce((sum, term) => sum + term.amount_cents, 0);
    if (own.some((term) => term.state === 'pending')) problems.push(`${name}: pending term`);
    if (kept.length === 0) continue;
    const object = unpaid.get(name);
    unpaid.delete(name);
    if (state !== 'live') problems.push(`${name}: charged and ${state}`);
    if (object === undefined) {
      problems.push(`${name}: charged, no object`);
      continue;
    }
    const until = kept.reduce((at, term) => addYears(at, term.years), object.createdAt);
    if (object.expiresAt !== until) problems.push(`${name}: not each term exactly once`);
    if (registry_expires_at !== object.expiresAt) problems.push(`${name}: wrong note of the date`);
    if (!object.statuses.includes('clientTransferProhibited')) problems.push(`${name}: unlocked`);
  }
  for (const name of unpaid.keys()) problems.push(`${name}: held, but not paid`);
  const { balance } = (await world.client.call('getAccount', {})).credits;
  if (Math.round(balance * 100) !== plentyOfCredits * 100 - keptCents)
    problems.push('the balance is wrong');
  return problems;
}
