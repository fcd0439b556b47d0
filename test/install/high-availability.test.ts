/**
 * Two processes of the service on PostgreSQL with Patroni, etcd and HAProxy, as deploy/patroni sets them
 * up. Customers change records and register names all the time, while machines fail.
 */
import { createEngine } from '@hostmaster/test-rig/engines';
import {
  type PatroniCluster,
  requirePatroni,
  startPatroniCluster,
} from '@hostmaster/test-rig/patroni-cluster';
import { until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, type CrashSite, openCrashSite } from '../crash/crash-site.ts';
import { Customer } from '../crash/customer.ts';
import { expectSettledAndSound, settled } from '../crash/examine.ts';
import { homes } from '../crash/load.ts';

const minutesMs = 60_000;
const readyMsMax = 15_000;
/** `ttl` of deploy/patroni/patroni.yml. */
const leaseMs = 20_000;
const timeout = 10 * minutesMs;

beforeAll(requirePatroni, 10 * minutesMs);

describe('a service on a cluster of three', () => {
  const engine = createEngine('postgres');
  let cluster: PatroniCluster;
  let site: CrashSite;
  let customers: readonly Patient[];

  beforeAll(async () => {
    cluster = await startPatroniCluster(engine);
    const { dataDir } = await engine.place();
    site = await openCrashSite(engine, { dataDir, databaseUrl: cluster.url });
    const first = await site.start();
    const second = await site.startBeside();
    await site.customer.registerAll(homes);
    await settled(site.place);
    customers = [first, second].map(({ url }, index) => new Patient(url, `process-${index}`));
  }, timeout);

  it('goes on after a switchover', { timeout }, async () => {
    await expectReadyAgain(cluster.switchOver, { withinMs: readyMsMax });
  });

  it('goes on when the PostgreSQL of the leader is killed', { timeout }, async () => {
    await expectReadyAgain(cluster.killPostgres, { withinMs: readyMsMax });
  });

  it('goes on when a member of etcd is lost', { timeout }, async () => {
    const options = { withinMs: readyMsMax, isPrimaryReplaced: false };
    await cluster.startEtcd(await expectReadyAgain(cluster.killEtcd, options));
  });

  it('goes on when the machine of the leader is lost', { timeout }, async () => {
    await expectReadyAgain(cluster.killMachine, { withinMs: leaseMs + readyMsMax });
  });

  afterAll(() => Promise.all(customers?.map((customer) => customer.stop()) ?? []));

  /**
   * Under load. All that was acknowledged is there afterwards, and nothing that was refused. Returns the
   * machine that was the leader before.
   */
  async function expectReadyAgain(
    fail: (leader: string) => Promise<void>,
    options: { readonly withinMs: number; readonly isPrimaryReplaced?: boolean },
  ): Promise<string> {
    await cluster.whole();
    const leader = await cluster.leader();
    const former = await cluster.primary();
    for (const customer of customers) customer.start();
    await until('both processes have answered', () =>
      customers.every((customer) => customer.acknowledgedSinceStart > 5),
    );
    const failedAt = performance.now();
    await fail(leader);
    if (options.isPrimaryReplaced ?? true) await cluster.replaced(former);
    const replacedAt = performance.now();
    await until('both processes acknowledge changes', () =>
      customers.every((customer) => customer.lastAcknowledgedAt > replacedAt),
    );
    const tookMs = performance.now() - failedAt;
    await Promise.all(customers.map((customer) => customer.stop()));
    const receipts = [site.customer, ...customers].flatMap((customer) => customer.receipts);
    expect(receipts.map(({ status }) => status).filter((s) => s !== 200 && s !== 503)).toEqual([]);
    await expectSettledAndSound(site.place, receipts);
    expect(tookMs).toBeLessThan(options.withinMs);
    return leader;
  }
});

/** Sends one change after the other; after a refusal it waits until the process is ready, as clients do. */
class Patient {
  readonly #url: string;
  readonly #name: string;
  readonly #customer = new Customer(apiKey);
  #isStopped = true;
  #work: Promise<void> | null = null;
  #sent = 0;
  acknowledgedSinceStart = 0;
  lastAcknowledgedAt = 0;

  constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
    this.#customer.useServer({ url });
  }

  get receipts() {
    return this.#customer.receipts;
  }

  start(): void {
    this.#isStopped = false;
    this.acknowledgedSinceStart = 0;
    this.#work = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#sent += 1;
      const tag = `${this.#name}-${this.#sent}`;
      const { outcome } = await this.#customer.send(
        this.#sent % 5 === 0
          ? { kind: 'register', name: `${tag}.com`, years: 1 }
          : { kind: 'record', name: homes[this.#sent % homes.length] ?? homes[0], value: tag },
      );
      if (outcome === 'acknowledged') {
        this.acknowledgedSinceStart += 1;
        this.lastAcknowledgedAt = performance.now();
      } else await this.#ready();
    }
  }

  async #ready(): Promise<void> {
    const isReady = async () => this.#isStopped || (await fetch(`${this.#url}/readyz`)).ok;
    await until(`${this.#name} is ready`, isReady);
  }
}
