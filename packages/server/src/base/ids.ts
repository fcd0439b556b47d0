/**
 * Identifiers that sort by creation: a prefix that names the kind, 48 bits of time and 80 random
 * bits in lower-case Crockford base 32. Within one process they only rise, so "order by id" is
 * creation order. The sequence belongs to the process: nothing can be read from it or set in it, so
 * services that share it do not affect each other, and no caller has to be given a generator.
 */
import { randomFillSync } from 'node:crypto';
import { systemClock } from './clock.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomPool = Buffer.alloc(10 * 400);
const random = new Uint8Array(16);
let poolOffset = randomPool.length;
let lastMs = 0;
/** `lastMs` in ten digits. */
let timeText = '';

export type IdPrefix =
  | 'ws'
  | 'key'
  | 'zky'
  | 'dom'
  | 'rec'
  | 'trm'
  | 'trf'
  | 'tin'
  | 'tro'
  | 'job'
  | 'act'
  | 'blk'
  | 'seg'
  | 'bli'
  | 'blc'
  | 'snd'
  | 'eml'
  | 'msg'
  | 'top'
  | 'usr'
  | 'ses'
  | 'psk'
  | 'idn'
  | 'con'
  | 'inv'
  | 'evt'
  | 'sec'
  | 'whk'
  | 'dlv'
  | 'flt'
  | 'tpl';

export function newId(prefix: IdPrefix): string {
  const now = systemClock.now();
  if (now > lastMs) {
    lastMs = now;
    timeText = timeDigits(now);
    refillRandom();
  } else {
    incrementRandom();
  }
  let id = `${prefix}_${timeText}`;
  for (let i = 0; i < 16; i += 1) id += alphabet[random[i] ?? 0];
  return id;
}

/** Sorts before all ids of this kind from that time on. */
export function firstIdAt(prefix: IdPrefix, at: number): string {
  return `${prefix}_${timeDigits(at)}`;
}

/** When the id was made. */
export function timeOfId(id: string): number {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  return [...digits].reduce((time, digit) => time * 32 + alphabet.indexOf(digit), 0);
}

function timeDigits(now: number): string {
  let digits = '';
  let time = now;
  for (let i = 0; i < 10; i += 1) {
    digits = alphabet[time % 32] + digits;
    time = Math.floor(time / 32);
  }
  return digits;
}

/** Sixteen 5-bit digits out of ten random bytes. The first digit keeps head-room for increments. */
function refillRandom(): void {
  if (poolOffset === randomPool.length) {
    randomFillSync(randomPool);
    poolOffset = 0;
  }
  let bits = 0;
  let bitCount = 0;
  let digit = 0;
  for (let i = 0; i < 10; i += 1) {
    bits = (bits << 8) | (randomPool[poolOffset + i] ?? 0);
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      random[digit] = (bits >> bitCount) & 31;
      digit += 1;
    }
    bits &= (1 << bitCount) - 1;
  }
  random[0] = (random[0] ?? 0) & 15;
  poolOffset += 10;
}

function incrementRandom(): void {
  for (let i = 15; i >= 0; i -= 1) {
    const next = (random[i] ?? 0) + 1;
    random[i] = next & 31;
    if (next < 32) return;
  }
}
