/**
 * A service process and four real secondaries, set up as docs/secondaries.md says, each on a
 * loopback address of its own. All of them can be killed and started again.
 */
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Message, makeQuery, Name } from '@hostmaster/dns';
import { exchange } from '@hostmaster/dns/node';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { freePort, type Peer, startSecondary } from '@hostmaster/test-rig/dns-peers';
import type { TestEngine, TestPlace } from '@hostmaster/test-rig/engines';
import { runCommand, type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import type { PeerKind } from '@hostmaster/test-rig/secondary-servers';
import { until } from '@hostmaster/test-rig/service';

export const fleetKinds: readonly PeerKind[] = ['knot', 'bind', 'nsd', 'pdns'];

export interface Question {
  readonly name: string;
  readonly type: number;
}

const primaryAddress = '127.0.0.2';
/** BIND listens only on addresses that an interface has. */
const addresses: Record<PeerKind, string> = {
  bind: '127.0.0.1',
  knot: '127.0.0.11',
  nsd: '127.0.0.12',
  pdns: '127.0.0.13',
};
/** Some machines that run tests have no IPv6. */
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1');
const apiKey = 'fleet-of-real-nameservers';
const nowSeconds = () => Math.floor(Date.now() / 1_000);

export class Fleet {
  readonly peers = new Map<PeerKind, Peer>();
  readonly #engine: Pick<TestEngine, 'afterwards'>;
  readonly #place: TestPlace;
  readonly #ports: { readonly http: number; readonly dns: number };
  readonly client: ApiClient;
  #server: ServerProcess | null = null;
  #id = 0;

  static async start(
    engine: Pick<TestEngine, 'afterwards' | 'place'>,
    kinds: readonly PeerKind[],
  ): Promise<Fleet> {
    const place = await engine.place();
    const fleet = new Fleet(engine, place, { http: await freePort(), dns: await freePort() });
    await fleet.startService();
    const shared = { engine, place, primaryAddress, primaryPort: fleet.#ports.dns, hasIpv6 };
    const peers = kinds.map(async (kind) => {
      const address = addresses[kind];
      fleet.peers.set(kind, await startSecondary(kind, { ...shared, address }));
    });
    await Promise.all(peers);
    return fleet;
  }

  constructor(
    engine: Pick<TestEngine, 'afterwards'>,
    place: TestPlace,
    ports: { readonly http: number; readonly dns: number },
  ) {
    this.#engine = engine;
    this.#place = place;
    this.#ports = ports;
    this.client = new ApiClient({ url: `http://127.0.0.1:${ports.http}`, apiKey });
  }

  async startService(): Promise<void> {
    this.#server = await startServer(this.#engine, {
      place: this.#place,
      environment: {
        PORT: String(this.#ports.http),
        HOSTMASTER_DNS_LISTEN: [
          `${primaryAddress}:${this.#ports.dns}`,
          ...(hasIpv6 ? [`[::1]:${this.#ports.dns}`] : []),
        ].join(),
        HOSTMASTER_FIRST_API_KEY: apiKey,
        HOSTMASTER_SANDBOX_DELAY: '20ms',
        HOSTMASTER_LOG_LEVEL: 'info',
        HOSTMASTER_DNS_WORKERS: '2',
      },
    });
  }

  async killService(): Promise<void> {
    await this.#server?.destroy();
  }

  async command(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCommand(this.#place, ...args);
    if (code !== 0) throw new Error(`${stderr}${stdout}`);
    return stdout;
  }

  /** Registrations of a run cost more than a new workspace has. */
  async addCredits(): Promise<void> {
    await this.command(
      ...['credits', 'add', '--workspace', 'Sandbox', '--amount', '1000000', '--reason', 'Test'],
    );
  }

  peer(kind: PeerKind): Peer {
    const peer = this.peers.get(kind);
    if (peer === undefined) throw new Error(`${kind} did not start.`);
    return peer;
  }

  /** For the message of a failed test: what the service knows, and the server's own log. */
  async explain(
    kind: PeerKind,
    zone: string,
  ): Promise<{ readonly status: string; readonly check: string; readonly log: string }> {
    const peer = this.peer(kind);
    const run = (...args: readonly string[]) => this.command(...args).catch(String);
    const lines = peer
      .log()
      .split('\n')
      .filter((line) => line.includes(zone) || /catalog|error|fail/i.test(line));
    return {
      status: await run('zone', 'status', zone),
      check: await run('secondary', 'check', peer.name),
      log: lines.slice(-40).join('\n'),
    };
  }

  /** As a resolver asks; null without an answer. */
  async ask(kind: PeerKind, { name, type }: Question): Promise<Message | null> {
    const { address, port } = this.peer(kind);
    this.#id = (this.#id + 1) % 65_536;
    const query = makeQuery(this.#id, { name: Name.parse(name), type });
    return exchange(query, { address, port, timeoutMs: 1_000, nowSeconds }).catch(() => null);
  }

  /** Asks less and less often, so that many slow answers do not become a load of their own. */
  async untilAnswered(
    kind: PeerKind,
    question: Question,
    { firstWaitMs, waitMsMax = 500 }: { readonly firstWaitMs: number; readonly waitMsMax?: number },
  ): Promise<void> {
    let waitMs = firstWaitMs;
    await until(
      `${kind} answers ${question.name}`,
      async () => {
        if ((await this.ask(kind, question))?.answers.length === 1) return true;
        await wait(waitMs);
        waitMs = Math.min(waitMs * 1.2, waitMsMax);
        return false;
      },
      60_000,
    );
  }
}
