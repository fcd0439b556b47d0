/**
 * Which TCP connections may be open: a number in all, and a number per network of the peer, because
 * one peer often has a whole network of addresses. When there is no room, the connection that has
 * been idle longest makes room; connections that are being answered are never closed for another.
 */

/** A connection as the limits see it. */
export interface SlotHolder {
  /** False while a request is being answered. */
  readonly isIdle: boolean;
  close(): void;
}

export interface SlotLimits {
  readonly max: number;
  /** The narrowest network of a peer has this many; each wider one twice as many as the one before. */
  readonly perNetworkMax: number;
  /** The networks of an address, the narrowest first. */
  readonly networksOf: (address: string) => readonly string[];
}

export class ConnectionSlots {
  readonly #limits: SlotLimits;
  /** In order of their last activity, the least recent first. */
  readonly #held = new Map<SlotHolder, readonly string[]>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** False when there is no room; then the connection must be closed. */
  admit(holder: SlotHolder, address: string): boolean {
    const networks = this.#limits.networksOf(address);
    for (const [width, network] of networks.entries()) {
      const max = this.#limits.perNetworkMax * 2 ** width;
      const peers = [...this.#held].filter(([, others]) => others[width] === network);
      if (peers.length >= max && !this.#closeIdle(peers.map(([peer]) => peer))) return false;
    }
    if (this.#held.size >= this.#limits.max && !this.#closeIdle(this.#held.keys())) return false;
    this.#held.set(holder, networks);
    return true;
  }

  /** A whole request was read or answered. */
  noteActivity(holder: SlotHolder): void {
    const networks = this.#held.get(holder);
    if (networks === undefined) return;
    this.#held.delete(holder);
    this.#held.set(holder, networks);
  }

  release(holder: SlotHolder): void {
    this.#held.delete(holder);
  }

  closeAll(): void {
    for (const holder of [...this.#held.keys()]) holder.close();
  }

  /** Closes the first that is idle; they are in order of their last activity. */
  #closeIdle(holders: Iterable<SlotHolder>): boolean {
    for (const holder of holders) {
      if (!holder.isIdle) continue;
      this.#held.delete(holder);
      holder.close();
      return true;
    }
    return false;
  }
}
