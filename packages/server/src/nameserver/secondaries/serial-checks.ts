/**
 * Checks which version a secondary has by querying its SOA, because it may reject a transfer it was
 * sent. Per secondary and zone one query is in flight, about the newest version. A secondary that
 * does not answer is queried about one zone at a time until it answers.
 */
import { isNewerSerial, makeQuery, Name, rcodes, rrTypes, soaSerial } from '@hostmaster/dns';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { askDns } from '../../base/dns/ask-dns.ts';
import type { RandomSource } from '../../base/random.ts';
import { exchangeInTurn } from './exchange-in-turn.ts';
import type { Observations } from './observations.ts';
import { PeerQueue } from './peer-queue.ts';
import { PeerSockets } from './peer-sockets.ts';
import type { Place, Secondary, SecondaryDirectory } from './secondaries.ts';

export interface Expected extends Place {
  /** Null when it should no longer serve the zone. */
  readonly serial: number | null;
}

export interface SerialChecksOptions {
  readonly secondaries: SecondaryDirectory;
  readonly observations: Observations;
  /** Addresses of this host that queries are sent from. */
  readonly sources: readonly string[];
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly log: Logger;
}

/** What a secondary has of a zone, by its own answer. */
export type ReportedSerial = number | 'absent' | 'unanswered';

interface Task {
  readonly expected: Expected;
  /** How long to wait before each further query. */
  readonly waitsMs: readonly number[];
  readonly onBehind: (held: ReportedSerial) => void;
}

const answerMs = 2_000;
const inFlightMax = 16;
const waitingMax = 10_000;
/** Most secondaries serve a zone a moment after the transfer. */
const firstAfterMs = 50;
const afterSendingMs = [100, 300, 1_000, 3_000] as const;
const quietMs = 10_000;

export class SerialChecks {
  readonly #options: SerialChecksOptions;
  readonly #lines = new Map<string, Line>();
  #isStopped = false;

  constructor(options: SerialChecksOptions) {
    this.#options = options;
  }

  /** A secondary was sent this version, or the catalog that lists it: checks that it serves it. */
  afterSending(expected: Expected, problem = 'a secondary has not taken a transfer'): void {
    const { clock, log } = this.#options;
    const onBehind = (held: ReportedSerial) => log.warn({ ...expected, held }, problem);
    this.#add({ expected, waitsMs: afterSendingMs, onBehind }, clock.now() + firstAfterMs);
  }

  /**
   * The secondary should have this version, or no version. `onBehind` is called when that is not
   * so, or it does not answer.
   */
  once(expected: Expected, onBehind: (held: ReportedSerial) => void): void {
    this.#add({ expected, waitsMs: [], onBehind }, 0);
  }

  stop(): void {
    this.#isStopped = true;
    for (const line of this.#lines.values()) line.stop();
  }

  #add(task: Task, notBefore: number): void {
    if (this.#isStopped) return;
    const { secondary } = task.expected;
    const line = this.#lines.get(secondary) ?? new Line(secondary, this.#options);
    this.#lines.set(secondary, line);
    line.add(task, notBefore);
  }
}

/** All queries to one secondary. */
class Line {
  readonly #name: string;
  readonly #options: SerialChecksOptions;
  readonly #queue: PeerQueue<Task>;
  readonly #sockets = new PeerSockets();
  /** Which of its addresses answered last. */
  #answeredAt = 0;

  constructor(name: string, options: SerialChecksOptions) {
    this.#name = name;
    this.#options = options;
    this.#queue = new PeerQueue({
      clock: options.clock,
      inFlightMax,
      waitingMax,
      send: (_, task) => this.#ask(task),
    });
  }

  /** Checks beyond the limit are dropped; the periodic check of all zones covers them. */
  add(task: Task, notBefore: number): void {
    const { zone } = task.expected;
    const isLast = task.waitsMs.length === 0;
    if (isLast && this.#queue.isQuiet) {
      task.onBehind('unanswered');
      return;
    }
    // A check with retries includes what a single query would find.
    if (isLast && this.#queue.find(zone) !== undefined) return;
    this.#queue.put(zone, task, notBefore);
  }

  stop(): void {
    this.#queue.stop();
    this.#sockets.close();
  }

  async #ask(task: Task): Promise<void> {
    try {
      this.#settle(task, await this.#reportedSerial(task.expected.zone));
    } catch (error) {
      this.#options.log.debug({ err: error, ...task.expected }, 'querying a secondary failed');
    }
  }

  async #reportedSerial(zone: string): Promise<ReportedSerial> {
    const { secondaries, log } = this.#options;
    const secondary = (await secondaries.list()).find(({ name }) => name === this.#name);
    if (secondary === undefined) throw new Error(`${this.#name} is no longer a secondary.`);
    try {
      const held = await this.#askSerial(secondary, Name.parse(zone));
      this.#queue.noteAnswer();
      return held;
    } catch (error) {
      log.debug({ err: error, zone, secondary: this.#name }, 'no answer to the SOA query');
      this.#queue.noteSilence(quietMs);
      this.#giveUp();
      return 'unanswered';
    }
  }

  async #askSerial(secondary: Secondary, name: Name): Promise<ReportedSerial> {
    const { clock, random, sources, stopping } = this.#options;
    const query = makeQuery(random.below(65_536), { name, type: rrTypes.SOA });
    const { reply, at } = await exchangeInTurn(query, {
      secondary,
      sources,
      stopping,
      first: this.#answeredAt,
      timeoutMs: answerMs,
      nowSeconds: () => Math.floor(clock.now() / 1_000),
      send: async (message, options) => {
        const first = await this.#sockets.exchange(message, options);
        return first.truncated ? askDns(message, { ...options, transport: 'tcp' }) : first;
      },
    });
    this.#answeredAt = at;
    const soa = reply.answers.find(
      (record) => record.type === rrTypes.SOA && record.name.equals(name),
    );
    const isHeld = reply.rcode === rcodes.NOERROR && reply.authoritative && soa !== undefined;
    return isHeld ? soaSerial(soa.rdata) : 'absent';
  }

  /** Ends the checks without retries: they do not wait for a secondary that does not answer. */
  #giveUp(): void {
    const once = this.#queue.remove(({ waitsMs }) => waitsMs.length === 0);
    for (const task of once) task.onBehind('unanswered');
  }

  #settle(task: Task, held: ReportedSerial): void {
    const { observations, clock } = this.#options;
    const { zone, secondary, serial } = task.expected;
    if (serial === null && held === 'absent') {
      observations.confirm({ zone, secondary, serial: null });
      return;
    }
    if (typeof held === 'number') {
      observations.confirm({ zone, secondary, serial: held });
      if (serial !== null && !isNewerSerial(serial, held)) return;
    }
    const [waitMs, ...waitsMs] = task.waitsMs;
    if (waitMs === undefined) task.onBehind(held);
    else if (this.#queue.find(zone) === undefined) {
      this.#queue.put(zone, { ...task, waitsMs }, clock.now() + waitMs);
    }
  }
}
