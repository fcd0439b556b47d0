/**
 * Domains live their whole lives while two servers run and one of them is killed again and again.
 * The clock is advanced by the operator's command. In the end mails, ledger, terms and statuses are
 * exactly those of a life without any crash. HOSTMASTER_TEST_SEED sets the moments.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@hostmaster/test-rig/any-query';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { testSeed } from '@hostmaster/test-rig/seed';
import { contact, until } from '@hostmaster/test-rig/service';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { formatDay } from '../../packages/server/src/notices/notice-dates.ts';
import { commandJson } from './command.ts';
import { type Inbox, openInbox } from './inbox.ts';

const price = { register: 10, renew: 12 };
/** In each of three stretches of time; `npm run test:long` goes on to the end of each. */
const killsMax = process.env.HOSTMASTER_TEST_LONG === undefined ? 2 : Number.POSITIVE_INFINITY;

const listLives = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .innerJoin('terms', 'terms.domain_id', 'domains.id')
    .select([
      'domains.name',
      'domains.state as domain_state',
      'terms.kind',
      'terms.state',
      'terms.automatic',
      'terms.years',
    ])
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('domains.id')
    .orderBy('terms.position'),
);

describeOnBothEngines('domain lifecycles among crashes', (engine) => {
  it('end in the same state as without crashes', async () => {
    const cluster = await LifecycleCluster.open(engine, testSeed);

    const rich = await cluster.owner('rich', 1_000);
    const poor = await cluster.owner('poor', 20);
    const plain = await cluster.owner('plain', 100);
    const unlucky = await cluster.owner('unlucky', 100);
    await rich.register('steady.com', { autoRenew: true });
    await rich.register('sandbox-lost-found.com', { autoRenew: true });
    await rich.register('two-years.com', { autoRenew: true, years: 2 });
    await poor.register('wanting.com', { autoRenew: true });
    await plain.register('leaving.com', {});
    await plain.register('returning.com', {});
    await unlucky.register('sandbox-norenew-ever.com', { autoRenew: true });
    const promised = {
      wanting: await poor.expiryOf('wanting.com'),
      twoYears: await rich.expiryOf('two-years.com'),
    };

    await cluster.advanceAmongCrashes('340d');
    expect(await cluster.statuses()).toEqual({
      'steady.com': 'expiring_soon',
      'sandbox-lost-found.com': 'expiring_soon',
      'two-years.com': 'active',
      'wanting.com': 'expiring_soon',
      'leaving.com': 'expiring_soon',
      'returning.com': 'expiring_soon',
      'sandbox-norenew-ever.com': 'expiring_soon',
    });

    await cluster.advanceAmongCrashes('40d');
    expect(await cluster.statuses()).toEqual({
      'steady.com': 'active',
      'sandbox-lost-found.com': 'active',
      'two-years.com': 'active',
      'wanting.com': 'expired',
      'leaving.com': 'expired',
      'returning.com': 'expired',
      'sandbox-norenew-ever.com': 'expired',
    });
    const renewed = {
      steady: await rich.expiryOf('steady.com'),
      lost: await rich.expiryOf('sandbox-lost-found.com'),
    };
    await poor.topUp(50);
    await poor.renew('wanting.com');
    await plain.renew('returning.com');
    const again = {
      wanting: await poor.expiryOf('wanting.com'),
      returning: await plain.expiryOf('returning.com'),
    };

    await cluster.advanceAmongCrashes('355d');
    expect(await cluster.statuses()).toEqual({
      'steady.com': 'active',
      'sandbox-lost-found.com': 'active',
      'two-years.com': 'active',
      'wanting.com': 'active',
      'returning.com': 'expiring_soon',
    });
    const last = {
      steady: await rich.expiryOf('steady.com'),
      lost: await rich.expiryOf('sandbox-lost-found.com'),
      twoYears: await rich.expiryOf('two-years.com'),
      wanting: await poor.expiryOf('wanting.com'),
    };
    expect(last.wanting).toBeGreaterThan(again.wanting);
    expect(last.twoYears).toBeGreaterThan(promised.twoYears);
    expect(cluster.kills).toBeGreaterThanOrEqual(6);

    expect(rich.mails()).toEqual(
      [
        'steady.com is registered',
        'sandbox-lost-found.com is registered',
        'two-years.com is registered',
        'steady.com expires in 30 days',
        'sandbox-lost-found.com expires in 30 days',
        `steady.com was renewed until ${formatDay(renewed.steady)}`,
        `sandbox-lost-found.com was renewed until ${formatDay(renewed.lost)}`,
        'steady.com expires in 30 days',
        'sandbox-lost-found.com expires in 30 days',
        'two-years.com expires in 30 days',
        `steady.com was renewed until ${formatDay(last.steady)}`,
        `sandbox-lost-found.com was renewed until ${formatDay(last.lost)}`,
        `two-years.com was renewed until ${formatDay(last.twoYears)}`,
      ].sort(),
    );
    expect(poor.mails()).toEqual(
      [
        'wanting.com is registered',
        'wanting.com expires in 30 days',
        'You need 2 more credits for renewals in the next 30 days',
        ...times(14, 'Not enough credits to renew wanting.com'),
        'wanting.com expires in 7 days',
        'wanting.com expires tomorrow',
        'wanting.com has expired',
        'wanting.com expires in 30 days',
        `wanting.com was renewed until ${formatDay(last.wanting)}`,
      ].sort(),
    );
    expect(plain.mails()).toEqual(
      [
        'leaving.com is registered',
        'returning.com is registered',
        ...['leaving.com', 'returning.com'].flatMap((name) => [
          `${name} expires in 30 days`,
          `${name} expires in 7 days`,
          `${name} expires tomorrow`,
          `${name} has expired`,
        ]),
        'returning.com expires in 30 days',
      ].sort(),
    );
    const refused = 'sandbox-norenew-ever.com';
    expect(unlucky.mails()).toEqual(
      [
        `${refused} is registered`,
        `${refused} expires in 30 days`,
        ...times(14, `${refused} couldn't be renewed`),
        `${refused} expires in 7 days`,
        `${refused} expires tomorrow`,
        `${refused} has expired`,
      ].sort(),
    );

    const automatic = 'live renewal posted automatic 1y';
    expect(await cluster.lives()).toEqual({
      'steady.com': ['live registration posted 1y', automatic, automatic],
      'sandbox-lost-found.com': ['live registration posted 1y', automatic, automatic],
      'two-years.com': ['live registration posted 2y', automatic],
      'wanting.com': ['live registration posted 1y', 'live renewal posted 1y', automatic],
      'leaving.com': ['released registration posted 1y'],
      'returning.com': ['live registration posted 1y', 'live renewal posted 1y'],
      [refused]: [
        'released registration posted 1y',
        ...times(14, 'released renewal voided automatic 1y'),
      ],
    });

    const { register, renew } = price;
    expect(await rich.balance()).toBe(1_000 - 4 * register - 5 * renew);
    expect(await poor.balance()).toBe(20 + 50 - register - 2 * renew);
    expect(await plain.balance()).toBe(100 - 2 * register - renew);
    expect(await unlucky.balance()).toBe(100 - register);
    expect(await cluster.ledger()).toMatchObject({ ok: true, problems: [] });

    expect(await cluster.actions(poor)).toMatchObject({
      'domain.auto_renewal_failed': 14,
      'domain.expiry_notice': 5,
      'domain.renew': 2,
      'domain.renewed': 2,
    });
    expect(await cluster.actions(plain)).toMatchObject({
      'domain.releasing': 1,
      'domain.released': 1,
      'domain.expiry_notice': 9,
    });
    expect(await cluster.actions(unlucky)).toMatchObject({
      'domain.renew': 14,
      'domain.renewal_failed': 14,
      'domain.released': 1,
    });
    await cluster.close();
  }, 300_000);
});

class LifecycleCluster {
  readonly #engine: TestEngine;
  readonly #place: TestPlace;
  readonly #inbox: Inbox;
  readonly #random: () => number;
  readonly #owners: Owner[] = [];
  #servers: ServerProcess[] = [];
  kills = 0;

  private constructor(engine: TestEngine, place: TestPlace, inbox: Inbox, random: () => number) {
    this.#engine = engine;
    this.#place = place;
    this.#inbox = inbox;
    this.#random = random;
  }

  static async open(engine: TestEngine, seed: number): Promise<LifecycleCluster> {
    const inbox = await openInbox();
    engine.afterwards(() => inbox.close());
    const cluster = new LifecycleCluster(engine, await engine.place(), inbox, randomFrom(seed));
    cluster.#servers = [await cluster.#start(), await cluster.#start()];
    await cluster.command('price', 'set', '--tld', 'com', ...priceFlags());
    return cluster;
  }

  get environment(): Record<string, string> {
    return {
      SMTP_URL: this.#inbox.url,
      HOSTMASTER_SANDBOX_DELAY: '10ms',
      HOSTMASTER_PUBLIC_URL: 'https://names.example',
      HOSTMASTER_LOG_LEVEL: 'silent',
      HOSTMASTER_DATABASE_CONNECTIONS: '5',
    };
  }

  /** Any of the two. */
  get url(): string {
    return this.#servers[0]?.url ?? '';
  }

  get inbox(): Inbox {
    return this.#inbox;
  }

  command<T>(...args: readonly string[]): Promise<T> {
    return commandJson<T>(this.#place, this.environment, ...args);
  }

  async owner(name: string, credits: number): Promise<Owner> {
    const email = `${name}@example.com`;
    const { workspace, apiKey } = await this.command<{
      workspace: { id: string };
      apiKey: string;
    }>(...['workspace', 'create', '--name', name, '--email', email, '--credits', `${credits}`]);
    const owner = new Owner(this, { id: workspace.id, email, apiKey });
    this.#owners.push(owner);
    return owner;
  }

  /** One server dies at a random moment, is started again and joins; then the next, until time has come. */
  async advanceAmongCrashes(duration: string): Promise<void> {
    let isOver = false;
    const advanced = this.command('sandbox', 'advance', duration).finally(() => {
      isOver = true;
    });
    // A failure below is reported first; a failed command is reported by the await at the end.
    advanced.catch(() => {});
    // Two at least, however fast the stretch went by.
    for (let kills = 0; kills < 2 || (!isOver && kills < killsMax); kills += 1) {
      const victim = Math.floor(this.#random() * 2);
      await pause(50 + Math.floor(this.#random() * 700));
      await this.#servers[victim]?.destroy();
      this.kills += 1;
      this.#servers[victim] = await this.#start();
    }
    expect(await advanced).toMatchObject({ unfinishedJobs: 0 });
  }

  async statuses(): Promise<Record<string, string>> {
    const all = await Promise.all(this.#owners.map((owner) => owner.list()));
    return Object.fromEntries(all.flat().map(({ name, status }) => [name, status]));
  }

  async lives(): Promise<Record<string, string[]>> {
    const stores = await openStores(configFor(this.#place));
    const lives: Record<string, string[]> = {};
    for (const { id } of this.#owners) {
      for (const row of await stores.database.all(listLives, { workspaceId: id })) {
        const how = row.automatic === 1 ? ' automatic' : '';
        lives[row.name] ??= [];
        lives[row.name]?.push(`${row.domain_state} ${row.kind} ${row.state}${how} ${row.years}y`);
      }
    }
    await stores.close();
    return lives;
  }

  async ledger() {
    const stores = await openStores(configFor(this.#place));
    try {
      return await verifyLedger(stores.database);
    } finally {
      await stores.close();
    }
  }

  /** How often each action is in the activity. */
  async actions(owner: Owner): Promise<Record<string, number>> {
    const { activity } = await this.command<{ activity: { action: string }[] }>(
      ...['activity', '--workspace', owner.id, '--limit', '10000'],
    );
    const counts: Record<string, number> = {};
    for (const { action } of activity) counts[action] = (counts[action] ?? 0) + 1;
    return counts;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.destroy()));
  }

  #start(): Promise<ServerProcess> {
    return startServer(this.#engine, {
      place: this.#place,
      environment: this.environment,
      entry: new URL('./serve-briefly.ts', import.meta.url),
    });
  }
}

class Owner {
  readonly #cluster: LifecycleCluster;
  readonly #apiKey: string;
  readonly id: string;
  readonly email: string;

  constructor(cluster: LifecycleCluster, facts: { id: string; email: string; apiKey: string }) {
    this.#cluster = cluster;
    this.#apiKey = facts.apiKey;
    this.id = facts.id;
    this.email = facts.email;
  }

  async register(
    domain: string,
    options: { readonly autoRenew?: boolean; readonly years?: number },
  ): Promise<void> {
    const { autoRenew = false, years = 1 } = options;
    await this.#client((client) =>
      client.call('registerDomain', { domain, autoRenew, years, contact }),
    );
    await until(`${domain} is live`, async () => {
      const { pendingFulfillment } = await this.#client((client) =>
        client.call('listRecords', { domain }),
      );
      return !pendingFulfillment;
    });
  }

  async renew(domain: string): Promise<void> {
    await this.#client((client) => client.call('renewDomain', { domain }));
  }

  async topUp(credits: number): Promise<void> {
    await this.#cluster.command(
      ...['credits', 'add', '--workspace', this.id, '--amount', `${credits}`, '--reason', 'Test'],
    );
  }

  async list(): Promise<readonly { readonly name: string; readonly status: string }[]> {
    return (await this.#client((client) => client.call('listDomains', {}))).domains;
  }

  async expiryOf(domain: string): Promise<number> {
    const answer = await this.#client((client) => client.call('getDomain', { domain }));
    return Date.parse(answer.domain.expiresAt);
  }

  async balance(): Promise<number> {
    return (await this.#client((client) => client.call('getAccount', {}))).credits.balance;
  }

  /** Subjects in order of the alphabet. What a crash has sent twice has the same id and counts once. */
  mails(): string[] {
    const subjects = new Map<string, string>();
    for (const { messageId, subject } of this.#cluster.inbox.sentTo(this.email)) {
      expect(subjects.get(messageId) ?? subject).toBe(subject);
      subjects.set(messageId, subject);
    }
    return [...subjects.values()].sort();
  }

  async #client<T>(ask: (client: ApiClient) => Promise<T>): Promise<T> {
    const client = new ApiClient({ url: this.#cluster.url, apiKey: this.#apiKey });
    try {
      return await ask(client);
    } finally {
      client.close();
    }
  }
}

function priceFlags(): string[] {
  return ['--register', `${price.register}`, '--renew', `${price.renew}`];
}

function times(count: number, text: string): string[] {
  return Array.from({ length: count }, () => text);
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
