/**
 * What the main thread tells its workers about their answers, in memory that they share (ADR 0031). A
 * zone has a generation that rises with each change, so an answer is valid while it is that of its zone;
 * a lease says until when the main thread knows of every change.
 */
import { createRateMemory, type RateMemory } from '../response-rate.ts';

export interface SharedMemory {
  /** The generation of all zones, then those of zones by the hash of their name. */
  readonly generations: SharedArrayBuffer;
  readonly lease: SharedArrayBuffer;
  /** Packets that came in, then answers by rcode; the main thread takes them out. */
  readonly counts: SharedArrayBuffer;
  readonly rate: RateMemory;
}

/** An answer is one of this generation. */
export interface ZoneGeneration {
  readonly slot: number;
  readonly generation: number;
}

/** Two zones with one slot only make each other's answers invalid. */
const slots = 2 ** 16;
const rcodesMax = 32;

export function createSharedMemory(): SharedMemory {
  return {
    generations: new SharedArrayBuffer((1 + slots) * Int32Array.BYTES_PER_ELEMENT),
    lease: new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT),
    counts: new SharedArrayBuffer((1 + rcodesMax) * Int32Array.BYTES_PER_ELEMENT),
    rate: createRateMemory(),
  };
}

export class SharedAnswers {
  readonly #generations: Int32Array;
  readonly #lease: BigInt64Array;
  readonly #counts: Int32Array;

  constructor(memory: SharedMemory) {
    this.#generations = new Int32Array(memory.generations);
    this.#lease = new BigInt64Array(memory.lease);
    this.#counts = new Int32Array(memory.counts);
  }

  generationOf(zone: string): ZoneGeneration {
    const slot = slotOf(zone);
    return { slot, generation: this.#generation(slot) };
  }

  isCurrent({ slot, generation }: ZoneGeneration): boolean {
    return this.#generation(slot) === generation;
  }

  /** With null, every zone. */
  noteChange(zone: string | null): void {
    Atomics.add(this.#generations, zone === null ? 0 : 1 + slotOf(zone), 1);
  }

  isLeased(now: number): boolean {
    return now < Number(Atomics.load(this.#lease, 0));
  }

  leaseUntil(at: number): void {
    Atomics.store(this.#lease, 0, BigInt(Math.floor(at)));
  }

  countPacket(): void {
    Atomics.add(this.#counts, 0, 1);
  }

  countAnswer(rcode: number): void {
    Atomics.add(this.#counts, 1 + (rcode % rcodesMax), 1);
  }

  /** What was counted since the last call. */
  takeCounts(): { readonly packets: number; readonly answers: ReadonlyMap<number, number> } {
    const packets = Atomics.exchange(this.#counts, 0, 0);
    const answers = new Map<number, number>();
    for (let rcode = 0; rcode < rcodesMax; rcode += 1) {
      const count = Atomics.exchange(this.#counts, 1 + rcode, 0);
      if (count > 0) answers.set(rcode, count);
    }
    return { packets, answers };
  }

  /** Both parts only rise, so their sum is another one after each change. */
  #generation(slot: number): number {
    return Atomics.load(this.#generations, 0) + Atomics.load(this.#generations, 1 + slot);
  }
}

function slotOf(zone: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < zone.length; at += 1) {
    hash = Math.imul(hash ^ zone.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & (slots - 1);
}
