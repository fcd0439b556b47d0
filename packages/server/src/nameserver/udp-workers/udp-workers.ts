/**
 * Threads that answer UDP beside the main thread (ADR 0031). The main thread answers what they have no
 * ready answer for, tells them which answers are no longer valid, and starts a thread that ended again.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type DnsReply,
  type DnsRequest,
  type Listener,
  listenUdp,
  safeReply,
} from '@hostmaster/dns/node';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { TimedTurns } from '../../base/fairness/timed-turns.ts';
import { programThread } from '../../base/program-files.ts';
import type { Rate } from '../../base/setting-values.ts';
import type { PrimaryRequest } from '../primary.ts';
import type { ZoneCache } from '../zone-cache.ts';
import { SharedAnswers, type SharedMemory } from './shared-answers.ts';
import type { FromWorker, ToWorker, UdpPlace, WorkerStart } from './worker-messages.ts';

export interface UdpWorkersOptions {
  readonly count: number;
  readonly memory: SharedMemory;
  readonly responseRate: Rate | null;
  readonly clock: MachineClock;
  readonly cache: Pick<ZoneCache, 'check' | 'stateOf'>;
  readonly handle: (request: PrimaryRequest) => Promise<DnsReply>;
  /** Addresses whose packets the workers leave to the main thread. */
  readonly secondaryAddresses: () => readonly string[];
  readonly onAnswers?: (answers: { readonly rcode: number; readonly count: number }) => void;
  readonly log: Logger;
}

/** Questions to the main thread at the same time, of all workers together; others are dropped. */
const pendingMax = 1_000;
const turnMs = 3;
const startsPerTurn = 64;
const tickMs = 200;
/** Less than a second, for changes of other processes; several ticks, for a busy moment. */
const leaseMs = 800;
const restartMs = 1_000;
/** Sixteen megabytes of answers, with room for what comes and goes. */
const heapMb = 96;

/** TypeScript in a checkout, JavaScript in a package. */
const extension = extname(import.meta.url);

export class UdpWorkers {
  readonly #options: UdpWorkersOptions;
  readonly #shared: SharedAnswers;
  /** Questions of the threads, which ask many at once. */
  readonly #waiting: (() => void)[] = [];
  readonly #turns = new TimedTurns(
    { size: () => this.#waiting.length, take: () => this.#waiting.shift() },
    { turnMs, startsPerTurn },
  );
  readonly #workers = new Set<Worker>();
  readonly #places: UdpPlace[] = [];
  readonly #restarts = new Set<NodeJS.Timeout>();
  #ticking: NodeJS.Timeout | null = null;
  #tick: Promise<void> | null = null;
  #told = '';
  #isClosed = false;

  constructor(options: UdpWorkersOptions) {
    this.#options = options;
    this.#shared = new SharedAnswers(options.memory);
  }

  /** All workers listen on this address. Rejects where one cannot. */
  async open(place: UdpPlace): Promise<Listener> {
    await refuseTakenPort(place);
    if (this.#workers.size === 0) this.#start();
    this.#places.push(place);
    await Promise.all([...this.#workers].map((worker) => listen(worker, place)));
    return { port: place.port, close: () => this.#close() };
  }

  /** Those that run now. */
  get threads(): readonly Worker[] {
    return [...this.#workers];
  }

  #start(): void {
    for (let index = 0; index < this.#options.count; index += 1) this.#startWorker();
    this.#ticking = setInterval(() => {
      // A database that does not answer is asked once.
      this.#tick ??= this.#lookForChanges().finally(() => {
        this.#tick = null;
      });
    }, tickMs);
  }

  #startWorker(): Worker {
    const { memory, responseRate, count } = this.#options;
    const start: WorkerStart = { memory, responseRate, pendingMax: Math.ceil(pendingMax / count) };
    const worker = new Worker(programThread(new URL(`./udp-worker${extension}`, import.meta.url)), {
      workerData: start,
      name: 'dns-udp',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#workers.add(worker);
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ask') this.#begin(() => void this.#answer(worker, message));
      if (message.kind === 'fault') this.#options.log.error(message, 'a DNS request failed');
    });
    worker.on('error', (error) => {
      this.#options.log.error({ err: error }, 'a thread that answers DNS failed');
    });
    worker.on('exit', () => this.#replace(worker));
    tell(worker, { kind: 'secondaries', addresses: this.#options.secondaryAddresses() });
    return worker;
  }

  #begin(answer: () => void): void {
    if (this.#turns.hasTime() && this.#waiting.length === 0) answer();
    else this.#waiting.push(answer);
  }

  /** The others go on meanwhile: the system spreads packets over the sockets that are open. */
  #replace(worker: Worker): void {
    this.#workers.delete(worker);
    if (this.#isClosed) return;
    this.#options.log.error('a thread that answers DNS ended; starting another one');
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      const started = this.#startWorker();
      for (const place of this.#places) {
        listen(started, place).catch((error: unknown) => {
          this.#options.log.error({ err: error, ...place }, 'a thread cannot answer DNS');
        });
      }
    }, restartMs);
    this.#restarts.add(restart);
  }

  async #answer(worker: Worker, asked: Extract<FromWorker, { kind: 'ask' }>): Promise<void> {
    const { id, packet, address, port } = asked;
    let ready: Extract<ToWorker, { kind: 'reply' }>['ready'];
    const handler = (request: DnsRequest) =>
      this.#options.handle({
        ...request,
        onReady: (rcode, source) => {
          // In one turn: an answer that is current has the generation of now.
          if (this.#options.cache.stateOf(source) !== 'current') return;
          ready = { rcode, ...this.#shared.generationOf(source.zone) };
        },
      });
    const onError = (error: unknown) => {
      this.#options.log.error({ err: error }, 'a DNS request failed');
    };
    const request = { transport: 'udp', peer: { address, port }, packet } as const;
    const reply = await safeReply({ handler, onError }, request);
    const octets = reply instanceof Uint8Array ? reply : null;
    tell(worker, { kind: 'reply', id, reply: octets, ...(ready === undefined ? {} : { ready }) });
  }

  /** Without questions nothing is read: the next one asks the main thread, which then reads. */
  async #lookForChanges(): Promise<void> {
    const { packets, answers } = this.#shared.takeCounts();
    for (const [rcode, count] of answers) this.#options.onAnswers?.({ rcode, count });
    const addresses = this.#options.secondaryAddresses();
    if (addresses.join() !== this.#told) {
      this.#told = addresses.join();
      for (const worker of this.#workers) tell(worker, { kind: 'secondaries', addresses });
    }
    if (packets === 0) return;
    const { clock, cache, log } = this.#options;
    const at = clock.now();
    try {
      await cache.check();
      this.#shared.leaseUntil(at + leaseMs);
    } catch (error) {
      log.warn({ err: error }, 'the changes of zones could not be read; trying again');
    }
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    if (this.#ticking !== null) clearInterval(this.#ticking);
    for (const restart of this.#restarts) clearTimeout(restart);
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }
}

function tell(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

async function listen(worker: Worker, place: UdpPlace): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onMessage = (message: FromWorker) => {
    if (!('host' in message) || message.host !== place.host || message.port !== place.port) return;
    if (message.kind === 'listening') resolve();
    else reject(Object.assign(new Error(message.code), { code: message.code }));
  };
  const onEnd = () => reject(new Error('The thread ended.'));
  worker.on('message', onMessage);
  worker.on('exit', onEnd);
  tell(worker, { kind: 'listen', ...place });
  try {
    await promise;
  } finally {
    worker.off('message', onMessage);
    worker.off('exit', onEnd);
  }
}

/** Sockets that share a port share it with other processes, too. One that does not share finds out. */
async function refuseTakenPort(place: UdpPlace): Promise<void> {
  const drop = { quickAnswer: () => null, answer: async () => null, onError: () => {} };
  const probe = await listenUdp({ ...place, ...drop, limits: {} });
  await probe.close();
}
