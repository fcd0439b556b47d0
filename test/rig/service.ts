/**
 * The real service in this process, on both engines, with its worker and the sandbox registry:
 *
 *   describeService('GET /v1/account', (service) => {
 *     it('shows the balance', async () => {
 *       const { client } = await service.workspace({ credits: '12.50' });
 *
 * One service per block; tests keep apart by workspaces and names of their own. Every block ends
 * with a sound ledger.
 */

import type { Scope } from '@hostmaster/contract';
import { query } from '@hostmaster/test-rig/any-query';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import type { fixedLimits } from '../../packages/server/src/base/limits.ts';
import { parseCredits } from '../../packages/server/src/base/money.ts';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { startService } from '../../packages/server/src/composition/start-service.ts';
import type { Config } from '../../packages/server/src/config/config.ts';
import type { SettingName } from '../../packages/server/src/config/settings.ts';
import { countJobs } from '../../packages/server/src/jobs/queue.ts';
import { topUp } from '../../packages/server/src/ledger/ledger-entry.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { moveCalendar } from '../../packages/server/src/lifecycle/move-calendar.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import type { Registrar } from '../../packages/server/src/registrars/registrar.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { statement } from '../../packages/server/src/storage/statements.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { generateApiKey } from '../../packages/server/src/workspaces/api-key.ts';
import { createKey, revokeKey } from '../../packages/server/src/workspaces/keys.ts';
import { ApiClient } from './api-client.ts';
import { requiredContact } from './contact.ts';
import { until as untilAnswered } from './crash-until.ts';
import {
  describeOnBothEngines,
  describeOnOneEngine,
  type TestEngine,
  type TestPlace,
} from './engines.ts';
import { persistDecided } from './persist-decided.ts';
import { QueryLog } from './query-log.ts';
import { RegistrarControl } from './registrar-control.ts';
import { openRegistryFront } from './registry-front.ts';
import { configFor } from './service-config.ts';

export interface TestWorkspace {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly client: ApiClient;
}

export interface ServiceOptions {
  readonly settings?: Partial<Record<SettingName, string>>;
  /** Limits that have no setting, where their own values would make a test long. */
  readonly fixedLimits?: Partial<Record<keyof typeof fixedLimits, number>>;
  /** The port of nameservers of other operators, by their address. */
  readonly nameserverPort?: (address: string) => number;
}

/** A registrant that every registry accepts. */
export const contact = {
  ...requiredContact,
  organization: 'Analytical Engines',
  address2: 'Second floor',
} as const;

export function describeService(
  title: string,
  define: (service: TestService, engine: TestEngine) => void,
  options: ServiceOptions = {},
): void {
  describeOnBothEngines(title, (engine) => defineService(engine, define, options));
}

/** As `describeService`, on SQLite only: for what HTTP and the page do in front of the store. */
export function describeEdge(
  title: string,
  define: (service: TestService, engine: TestEngine) => void,
  options: ServiceOptions = {},
): void {
  describeOnOneEngine(title, (engine) => defineService(engine, define, options));
}

function defineService(
  engine: TestEngine,
  define: (service: TestService, engine: TestEngine) => void,
  options: ServiceOptions,
): void {
  const service = new TestService(engine, options);
  beforeAll(() => service.start());
  afterAll(() => service.stop());
  define(service, engine);
}

export class TestService {
  readonly registry = new RegistrarControl();
  readonly queries = new QueryLog();
  readonly #engine: TestEngine;
  readonly #options: ServiceOptions;
  readonly #log = keepLog();
  #running: Running | null = null;
  #names = 0;

  constructor(engine: TestEngine, options: ServiceOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  async start(): Promise<void> {
    const place = await this.#engine.place();
    const { settings, fixedLimits, nameserverPort } = this.#options;
    const usual = configFor(place, { ...(await this.#registrySettings(place)), ...settings });
    const config = { ...usual, limits: { ...usual.limits, ...fixedLimits } };
    let database: HostmasterDatabase | undefined;
    let registrar: Registrar | undefined;
    const service = await startService(config, this.#log.logger, {
      database: (opened) => {
        database = opened;
        return this.queries.wrap(opened);
      },
      registrar: (opened) => {
        registrar = opened;
        return this.registry.wrap(opened);
      },
      // As for the embedded registry: transfers are known by message.
      watch: { messagesEveryMs: 100 },
      ...(nameserverPort === undefined ? {} : { nameserverPort }),
    });
    if (database === undefined || registrar === undefined) throw new Error('Nothing was opened.');
    const client = new ApiClient({ url: service.url, apiKey: null });
    this.#running = { service, database, registrar, client, config };
  }

  /** Over EPP where the run asks for it, and by the embedded registry otherwise. */
  async #registrySettings(place: TestPlace): Promise<ServiceOptions['settings']> {
    if (process.env.HOSTMASTER_TEST_REGISTRAR !== 'epp') return {};
    const registry = await openRegistryFront(place, {
      delayMs: 20,
      entry: { redemptionDays: 30 },
    });
    this.#engine.afterwards(() => registry.close());
    return registry.settings;
  }

  /** Ends the block: `ledger verify` must find no problem. */
  async stop(): Promise<void> {
    const { service, client, database } = this.#get();
    this.registry.releaseAll();
    const report = await verifyLedger(database);
    client.close();
    await service.close();
    // The worker keeps the closures of all its files: a service that has ended would stay in memory.
    this.#running = null;
    this.forgetHistory();
    expect(report).toMatchObject({ ok: true, problems: [] });
  }

  /** Without a key. */
  get client(): ApiClient {
    return this.#get().client;
  }

  /** Where the service answers HTTP. */
  get url(): string {
    return this.#get().service.url;
  }

  get database(): HostmasterDatabase {
    return this.#get().database;
  }

  /** The registry itself, without the test's faults. */
  get registrar(): Registrar {
    return this.#get().registrar;
  }

  get config(): Config {
    return this.#get().config;
  }

  /** What Prometheus reads. */
  async metrics(): Promise<string> {
    const answer = await fetch(this.#get().service.metricsUrl ?? '');
    return answer.text();
  }

  /** Where the service answers DNS. */
  get dnsTlsPort(): number {
    return this.#get().service.dnsTlsAddresses[0]?.port ?? 0;
  }

  /** Where the service answers WHOIS. */
  get whoisPort(): number {
    return this.#get().service.whoisAddresses[0]?.port ?? 0;
  }

  get dnsPort(): number {
    return this.#get().service.dnsAddresses[0]?.port ?? 0;
  }

  get place(): TestPlace {
    const { dataDir, databaseUrl } = this.#get().config;
    return { dataDir, databaseUrl };
  }

  /** For parts that a test starts beside the service. */
  get logger(): Logger {
    return this.#log.logger;
  }

  /** What the service has logged, from `info` on. */
  get log(): readonly Readonly<Record<string, unknown>>[] {
    return this.#log.entries;
  }

  /** Drops what the rig itself has recorded, so that the heap holds only what the service keeps. */
  forgetHistory(): void {
    this.#log.entries.length = 0;
    this.queries.forget();
  }

  /** As `hostmaster workspace create`. */
  async workspace(options: { credits?: string; name?: string } = {}): Promise<TestWorkspace> {
    const { database, config } = this.#get();
    const apiKey = generateApiKey(config.mode);
    const at = Date.now();
    const workspace = await persist(
      database,
      openWorkspace({
        name: options.name ?? 'Analytical Engines',
        email: null,
        creditCents: centsOf(options.credits ?? '1000'),
        at,
        key: apiKey,
      }),
    );
    return { ...workspace, apiKey, client: this.client.withKey(apiKey) };
  }

  /** Names that `client` cannot reach: a domain of another workspace, and one without registration. */
  async inaccessibleDomains(
    options: { credits?: string } = {},
  ): Promise<{ client: ApiClient; owner: TestWorkspace; domains: [string, string] }> {
    const { client } = await this.workspace();
    const owner = await this.workspace(options);
    const domain = this.freshName();
    await owner.client.call('registerDomain', { domain, contact: requiredContact });
    return { client, owner, domains: [domain, 'missing.com'] };
  }

  /** As `hostmaster key create`. */
  async key(
    workspace: Pick<TestWorkspace, 'id'>,
    options: { scope?: Scope; domains?: readonly string[]; expiresAt?: number } = {},
  ): Promise<{ id: string; apiKey: string; client: ApiClient }> {
    const { database, config } = this.#get();
    const apiKey = generateApiKey(config.mode);
    const created = createKey({
      actor: operatorActor(workspace.id),
      at: Date.now(),
      input: {
        key: apiKey,
        name: 'Another key',
        scope: options.scope ?? 'all',
        domainNames: options.domains ?? null,
        expiresAt: options.expiresAt ?? null,
      },
    });
    const key = await persistDecided(database, created);
    return { id: key.id, apiKey, client: this.client.withKey(apiKey) };
  }

  /** As `hostmaster key revoke`. */
  async revoke(keyId: string): Promise<void> {
    const revocation = revokeKey({ id: keyId, at: Date.now(), revoker: 'operator' });
    const outcome = await persist(this.database, revocation);
    expect(outcome).toBe('revoked');
  }

  /** As `hostmaster credits add`. */
  async addCredits(workspace: Pick<TestWorkspace, 'id'>, credits: string): Promise<void> {
    const amountCents = centsOf(credits);
    const movement = { workspaceId: workspace.id, reason: 'Top-up', at: Date.now() };
    await persistChange(this.database, { ledger: [topUp({ ...movement, amountCents })] });
  }

  /** As `hostmaster price set --workspace`. */
  async setPrice(
    workspace: Pick<TestWorkspace, 'id'>,
    price: { tld: string; register: number; renew: number },
  ): Promise<void> {
    const row = statement('upsertPrice', {
      workspaceId: workspace.id,
      tld: price.tld,
      registerCredits: price.register,
      renewCredits: price.renew,
    });
    await persistChange(this.database, { rows: [row] });
  }

  /** As `hostmaster sandbox advance`. */
  async advanceCalendar(byMs: number): Promise<void> {
    await moveCalendar(this.database, (offsetMs) => offsetMs + byMs);
  }

  /** A name that no other test of this service uses. */
  freshName(prefix = 'name', suffix = 'com'): string {
    this.#names += 1;
    return `${prefix}-${this.#names}.${suffix}`;
  }

  /** Registers and waits until the registry has confirmed. */
  async liveDomain(client: ApiClient, name = this.freshName()): Promise<string> {
    await client.call('registerDomain', { domain: name, contact });
    await this.untilLive(client, name);
    return name;
  }

  async untilLive(client: ApiClient, name: string): Promise<void> {
    await until(`${name} is live`, async () => {
      const { pendingFulfillment } = await client.call('listRecords', { domain: name });
      return !pendingFulfillment;
    });
  }

  /** Until no job about the domain waits or runs. */
  async untilNoJobs(domain: string): Promise<void> {
    await until(`nothing is left to do for ${domain}`, async () => {
      return (await this.database.first(findJobAbout, { name: domain })) === undefined;
    });
  }

  /** Until no job waits or runs. */
  async settled(): Promise<void> {
    await until('all jobs are done', async () => (await countJobs(this.database)).size === 0);
  }

  #get(): Running {
    if (this.#running === null) throw new Error('The service has not started.');
    return this.#running;
  }
}

/** Lanes start with the id of the domain they belong to. */
const findJobAbout = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('jobs')
    .innerJoin('domains', (join) =>
      join.on(sql<boolean>`substr(jobs.lane, 1, length(domains.id)) = domains.id`),
    )
    .select('jobs.id')
    .where('domains.name', '=', p.name)
    .limit(1),
);

interface Running {
  readonly service: Awaited<ReturnType<typeof startService>>;
  readonly database: HostmasterDatabase;
  readonly registrar: Registrar;
  readonly client: ApiClient;
  readonly config: Config;
}

/** A log in memory, for tests that ask what the service has done. */
function keepLog(): { logger: Logger; entries: Record<string, unknown>[] } {
  const entries: Record<string, unknown>[] = [];
  const stream = {
    write: (line: string) => entries.push(JSON.parse(line) as Record<string, unknown>),
  };
  return { logger: pino({ level: 'info' }, stream), entries };
}

/** Asks until the condition holds; fails after a time limit. */
export function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  limitMs = 60_000,
): Promise<true> {
  return untilAnswered(async () => (await isSo()) || undefined, {
    what: () => what,
    withinMs: limitMs,
  });
}

export async function balanceOf(client: ApiClient): Promise<number> {
  return (await client.call('getAccount', {})).credits.balance;
}

function centsOf(credits: string): number {
  return /^0+$/.test(credits) ? 0 : requireCents(credits, parseCredits(credits));
}

function requireCents(credits: string, cents: number | null): number {
  if (cents === null) throw new Error(`${credits} is no amount of credits.`);
  return cents;
}
