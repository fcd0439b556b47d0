/**
 * Hosts that the registry has shown to exist a moment ago. Most domains have the same nameservers, and
 * a host that domains refer to cannot be deleted, so that not every registration has to check them.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../../base/clock.ts';

const seenMsMax = 10 * minuteMs;
const hostsMax = 1_000;

export class SeenHosts {
  readonly #clock: MachineClock;
  /** By name, the one seen longest ago first. */
  readonly #seenAt = new Map<string, number>();

  constructor(clock: MachineClock) {
    this.#clock = clock;
  }

  has(name: string): boolean {
    const seenAt = this.#seenAt.get(name);
    return seenAt !== undefined && this.#clock.now() - seenAt < seenMsMax;
  }

  add(name: string): void {
    this.#seenAt.delete(name);
    this.#seenAt.set(name, this.#clock.now());
    const [oldest] = this.#seenAt.keys();
    if (this.#seenAt.size > hostsMax && oldest !== undefined) this.#seenAt.delete(oldest);
  }

  delete(name: string): void {
    this.#seenAt.delete(name);
  }
}
