/** The service with a full world, an attacker and a victim beside it; started again when it died. */
import { setTimeout as delay } from 'node:timers/promises';
import { compareRounds, type Line, type Tolerance } from './compare-rounds.ts';
import { fillWorld, victimZones } from './fill-world.ts';
import { type PreparedStore, prepareStore } from './prepare-store.ts';
import { startGenerator, startVictim } from './processes.ts';
import { ServiceProcess } from './service-process.ts';
import type { VictimResult } from './victim-kinds.ts';
import { sizes, type World } from './world.ts';

export interface StageOptions {
  readonly size: keyof typeof sizes;
  readonly seconds: number;
  readonly tolerance: Tolerance;
  /**
   * Rounds of an attack that breaks its line: other work on the machine slows a round, and never
   * speeds it up.
   */
  readonly triesMax: number;
  /** Where the store is, and what makes programs start fast. */
  readonly environment: Readonly<Record<string, string>>;
}

/** An idle service uses less than this part of a core. */
const idleShare = 0.1;
const idleProbeSeconds = 0.5;
const settleMsMax = 60_000;

export class Stage {
  readonly #options: StageOptions;
  readonly #store: PreparedStore;
  readonly #victim = startVictim();
  #service: ServiceProcess;
  #world: Omit<World, 'tag' | 'seconds'>;
  #rounds = 0;

  private constructor(
    options: StageOptions,
    parts: {
      readonly store: PreparedStore;
      readonly service: ServiceProcess;
      readonly world: Omit<World, 'tag' | 'seconds'>;
    },
  ) {
    this.#options = options;
    this.#store = parts.store;
    this.#service = parts.service;
    this.#world = parts.world;
  }

  static async open(given: StageOptions): Promise<Stage> {
    const options = { ...given, environment: { ...settings, ...given.environment } };
    const store = await prepareStore(options.environment, sizes[options.size]);
    const service = await ServiceProcess.start(options.environment);
    const world = await fillWorld(service, store, sizes[options.size]);
    const stage = new Stage(options, { store, service, world });
    await stage.#settle();
    // What the first requests reach is compiled then.
    await stage.#measureVictim();
    return stage;
  }

  /** Attacks of these names at the same time, each with so many connections. */
  async attack(
    title: string,
    names: readonly string[],
    connections: number | null = null,
  ): Promise<Line> {
    let line: Line | null = null;
    for (let tries = 0; tries < this.#options.triesMax; tries += 1) {
      line = compareRounds(
        line,
        await this.#round(title, names, connections),
        this.#options.tolerance,
      );
      if (line.broken.length === 0 || line.isFinal) break;
    }
    if (line === null) throw new Error('There was no round.');
    return line;
  }

  async close(): Promise<boolean> {
    this.#victim.stop();
    return this.#service.stop();
  }

  async #round(title: string, names: readonly string[], connections: number | null) {
    const { seconds } = this.#options;
    this.#rounds += 1;
    await this.#settle();
    const quiet = await this.#measureVictim();
    this.#service.resetPeak();
    const tag = `${Date.now().toString(36)}${this.#rounds}`;
    const world = { ...this.#world, tag, seconds };
    const generator = await startGenerator({ world, names, connections });
    const beside = await this.#measureVictim();
    const result = await generator.stop();
    const peakMb = this.#service.peakMb();
    const death = this.#service.isAlive ? null : this.#service.lastWords;
    // What has grown would stay for the next ones.
    if (death !== null || peakMb > this.#options.tolerance.residentMb) await this.#restart();
    return { title, quiet, beside, result, peakMb, death };
  }

  #measureVictim(): Promise<VictimResult> {
    const { port, dnsPort } = this.#service;
    const { victimKey: apiKey, secondaryKey } = this.#store;
    const writes = victimZones.writes[this.#rounds % victimZones.writes.length] ?? '';
    const { seconds } = this.#options;
    const place = { port, dnsPort, apiKey, secondaryKey, zone: victimZones.read };
    return this.#victim.measure({ ...place, writes, seconds });
  }

  /** What filling the world or the attack before has left behind is done, or a while has passed. */
  async #settle(): Promise<void> {
    const until = performance.now() + settleMsMax;
    for (let share = 1; share > idleShare && performance.now() < until; ) {
      const before = this.#service.cpuSeconds();
      await delay(idleProbeSeconds * 1_000);
      share = (this.#service.cpuSeconds() - before) / idleProbeSeconds;
    }
  }

  async #restart(): Promise<void> {
    await this.#service.stop();
    this.#service = await ServiceProcess.start(this.#options.environment);
    const { port, dnsPort, whoisPort } = this.#service;
    this.#world = { ...this.#world, port, dnsPort, whoisPort };
  }
}

/** Rates are off, as in a sandbox: a customer has a hundred keys, and addresses cost little. */
const settings = {
  PORT: '0',
  HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
  HOSTMASTER_WHOIS_LISTEN: '127.0.0.1:0',
  HOSTMASTER_LOG_LEVEL: 'error',
  HOSTMASTER_SANDBOX_DELAY: '20ms',
  HOSTMASTER_SIGN_UP: 'open',
  HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true',
} as const;
