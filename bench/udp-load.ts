/** Asks a nameserver over UDP as often as it answers. */
import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from './cpu-seconds.ts';

export interface Answerer {
  readonly process: ChildProcess;
  readonly port: number;
}

export interface Questions {
  /** Sent in turn. */
  readonly packets: readonly Uint8Array[];
  readonly seconds: number;
}

const inFlight = 128;
const socketCount = 16;

/** What one server did in each round; the first one fills caches and does not count. */
export class Rates {
  readonly #server: Answerer;
  readonly #questions: Questions;
  readonly #rates: number[] = [];
  readonly #cpuUs: number[] = [];

  constructor(server: Answerer, questions: Questions) {
    this.#server = server;
    this.#questions = questions;
  }

  async measure(): Promise<void> {
    const { pid = 0 } = this.#server.process;
    const cpuBefore = cpuSeconds(pid);
    const { perSecond, answered } = await ask(this.#server.port, this.#questions);
    this.#rates.push(perSecond);
    this.#cpuUs.push(((cpuSeconds(pid) - cpuBefore) * 1e6) / answered);
  }

  get perSecond(): number {
    return medianOf(this.#rates.slice(1));
  }

  get cpuUs(): number {
    return medianOf(this.#cpuUs.slice(1));
  }

  toString(): string {
    return `${this.perSecond.toFixed(0)}/s, ${this.cpuUs.toFixed(1)} µs of CPU time each`;
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What is lost is sent again after a moment without answers. */
async function ask(
  port: number,
  { packets, seconds }: Questions,
): Promise<{ perSecond: number; answered: number }> {
  const sockets = await Promise.all(
    Array.from({ length: socketCount }, async () => {
      const socket = createSocket('udp4');
      socket.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  let asked = 0;
  let answered = 0;
  const send = () => {
    const packet = packets[asked % packets.length];
    asked += 1;
    // One socket reaches one thread, so the questions come from several.
    if (packet !== undefined) sockets[asked % socketCount]?.send(packet);
  };
  for (const socket of sockets) {
    socket.on('message', () => {
      answered += 1;
      send();
    });
  }
  for (let count = 0; count < inFlight; count += 1) send();
  const startedAt = performance.now();
  for (let before = -1; performance.now() - startedAt < seconds * 1_000; ) {
    await pause(100);
    if (answered === before) for (let count = 0; count < inFlight; count += 1) send();
    before = answered;
  }
  const perSecond = (answered / (performance.now() - startedAt)) * 1_000;
  for (const socket of sockets) socket.close();
  return { perSecond, answered };
}
