/**
 * Who may use the places for webhook deliveries of this process. A workspace, an account and a
 * target host have a share each. A target that was slow gets one request at a time, and all slow ones
 * together a small share, so that a target pays for its slowness with its own deliveries only.
 */
import { minuteMs, secondMs } from '@hostmaster/contract/durations';

/** Deliveries at once in one process. Most of them wait for a receiver and cost nothing else. */
export const deliveryPlaces = 128;
const placesPer = { workspace: 4, account: 8, host: 8 } as const;
const slowPlaces = 32;
/** Targets that have not answered quickly yet; what is left is for those that have. */
const unprovenPlaces = 96;
const slowAfterMs = 5 * secondMs;
const slowForMs = 5 * minuteMs;
const targetsMax = 10_000;
/** The jobs that found no place come again one after the other, not all at once. */
const firstRetryMs = 250;
const spacingMs = 100;

export interface DeliveryKeys {
  readonly workspace: string;
  /** The user that the workspace belongs to. */
  readonly account: string;
  readonly host: string;
}

interface Share {
  running: number;
  /** When the next job that found no place comes again, by `performance.now()`. */
  retryAt: number;
}

export class DeliveryPlaces {
  readonly #shares = new Map<string, Share>();
  /** The last attempts by host: until when it counts as slow, 0 for one that was quick. */
  readonly #targets = new Map<string, number>();

  /** Returns the function that leaves, or how long to wait for the next try. */
  enter(keys: DeliveryKeys): (() => void) | number {
    const shares = this.#sharesOf(keys);
    const now = performance.now();
    for (const [name, max] of shares) {
      const share = this.#shares.get(name);
      if (share === undefined || share.running < max) continue;
      share.retryAt = Math.max(share.retryAt, now + firstRetryMs) + spacingMs;
      return share.retryAt - now;
    }
    for (const [name] of shares) {
      const share = this.#shares.get(name) ?? { running: 0, retryAt: 0 };
      share.running += 1;
      this.#shares.set(name, share);
    }
    return () => {
      for (const [name] of shares) this.#leave(name);
    };
  }

  isSlow(host: string): boolean {
    return (this.#targets.get(host) ?? 0) > performance.now();
  }

  /** A slow target stays one for a while, also when it answers quickly in between. */
  note(host: string, attempt: { readonly status: number | null; readonly durationMs: number }) {
    const now = performance.now();
    const isSlow = attempt.durationMs >= slowAfterMs;
    if (!isSlow && (attempt.status === null || this.isSlow(host))) return;
    this.#targets.delete(host);
    this.#targets.set(host, isSlow ? now + slowForMs : 0);
    const [oldest] = this.#targets.keys();
    if (this.#targets.size > targetsMax && oldest !== undefined) this.#targets.delete(oldest);
  }

  #sharesOf({ workspace, account, host }: DeliveryKeys): readonly (readonly [string, number])[] {
    const isSlow = this.isSlow(host);
    const isProven = this.#targets.has(host) && !isSlow;
    return [
      [`host ${host}`, isSlow ? 1 : placesPer.host],
      [`workspace ${workspace}`, placesPer.workspace],
      [`account ${account}`, placesPer.account],
      ...(isSlow ? ([['slow', slowPlaces]] as const) : []),
      ...(isProven ? [] : ([['unproven', unprovenPlaces]] as const)),
    ];
  }

  #leave(name: string): void {
    const share = this.#shares.get(name);
    if (share === undefined) return;
    share.running -= 1;
    if (share.running === 0) this.#shares.delete(name);
  }
}
