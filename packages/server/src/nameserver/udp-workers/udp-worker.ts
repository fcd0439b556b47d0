/**
 * A thread that answers UDP on ports that it shares with other threads. It has ready answers only, and
 * asks the main thread for all others; it never reads the database.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { listenUdp } from '@hostmaster/dns/node';
import { type MachineClock, systemClock } from '../../base/clock.ts';
import { AnswerCache } from '../answer-cache.ts';
import { findReady } from '../find-ready.ts';
import { ResponseRate } from '../response-rate.ts';
import { SharedAnswers, type ZoneGeneration } from './shared-answers.ts';
import type { FromWorker, ToWorker, UdpPlace, WorkerStart } from './worker-messages.ts';

interface Question {
  readonly packet: Uint8Array;
  readonly resolve: (reply: Uint8Array | null) => void;
}

class UdpWorker {
  readonly #port: MessagePort;
  readonly #start: WorkerStart;
  readonly #shared: SharedAnswers;
  readonly #rate: ResponseRate;
  readonly #answers: AnswerCache<ZoneGeneration>;
  /** Questions to the main thread; the listener bounds their number. */
  readonly #asked = new Map<number, Question>();
  #secondaries: ReadonlySet<string> = new Set();
  #lastId = 0;

  constructor(port: MessagePort, start: WorkerStart, clock: MachineClock) {
    this.#port = port;
    this.#start = start;
    const shared = new SharedAnswers(start.memory);
    this.#shared = shared;
    this.#rate = new ResponseRate(start.responseRate, clock, start.memory.rate);
    this.#answers = new AnswerCache({
      stateOf: (source) => {
        if (!shared.isCurrent(source)) return 'outdated';
        return shared.isLeased(clock.now()) ? 'current' : 'unknown';
      },
    });
    port.on('message', (message: ToWorker) => {
      if (message.kind === 'listen') void this.#listen(message);
      else if (message.kind === 'secondaries') this.#secondaries = new Set(message.addresses);
      else this.#settle(message);
    });
  }

  #send(message: FromWorker): void {
    this.#port.postMessage(message);
  }

  async #listen({ host, port }: UdpPlace): Promise<void> {
    try {
      await listenUdp({
        host,
        port,
        reusePort: true,
        limits: { udpPendingMax: this.#start.pendingMax },
        quickAnswer: ({ packet, peer }) => this.#readyAnswer(packet, peer.address),
        answer: (packet, _, peer) => this.#ask(packet, peer),
        onError: (error) => this.#send({ kind: 'fault', reason: String(error) }),
      });
      this.#send({ kind: 'listening', host, port });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      this.#send({ kind: 'refused', code, host, port });
    }
  }

  /** Undefined when the main thread has to be asked; null for silence. */
  #readyAnswer(packet: Uint8Array, address: string): Uint8Array | null | undefined {
    this.#shared.countPacket();
    if (this.#secondaries.has(address)) return undefined;
    const ready = findReady({ answers: this.#answers, rate: this.#rate }, packet, address);
    if (ready?.rcode !== undefined) this.#shared.countAnswer(ready.rcode);
    return ready?.reply;
  }

  #ask(
    packet: Uint8Array,
    { address, port }: { readonly address: string; readonly port: number },
  ): Promise<Uint8Array | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
    this.#asked.set(id, { packet, resolve });
    this.#send({ kind: 'ask', id, packet, address, port });
    return promise;
  }

  #settle({ id, reply, ready }: Extract<ToWorker, { kind: 'reply' }>): void {
    const question = this.#asked.get(id);
    this.#asked.delete(id);
    if (question === undefined) return;
    if (ready !== undefined && reply !== null) {
      const { rcode, ...source } = ready;
      this.#answers.keep(question.packet, { reply, rcode }, source);
    }
    question.resolve(reply);
  }
}

if (parentPort === null) throw new Error('This file is run as a worker.');
new UdpWorker(parentPort, workerData as WorkerStart, systemClock);
