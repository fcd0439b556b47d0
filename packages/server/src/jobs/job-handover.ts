/**
 * Lets the process that adds a job run it as well: the job is stored with a lease, so that no worker has
 * to claim it. When the process ends before the job does, the lease expires and another worker claims it.
 */
import { randomUUID } from 'node:crypto';
import type { Lease } from '../changes/job-write.ts';

export class JobHandover {
  readonly #leaseMs = new Map<string, () => number | null>();

  /** `leaseMs` is null while the worker has enough to do. Returns the function that ends it. */
  accept(kinds: readonly string[], leaseMs: () => number | null): () => void {
    for (const kind of kinds) this.#leaseMs.set(kind, leaseMs);
    return () => {
      for (const kind of kinds) this.#leaseMs.delete(kind);
    };
  }

  /** The lease of a job that is about to be added; null when a worker has to claim it. */
  leaseFor(kind: string): Lease | null {
    const leaseMs = this.#leaseMs.get(kind)?.() ?? null;
    return leaseMs === null ? null : { token: randomUUID(), leaseMs };
  }
}
