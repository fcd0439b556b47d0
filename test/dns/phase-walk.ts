/** Walks a signed domain through its phases, a day at a time, with the parent's zone that belongs to each. */
import { until } from '@hostmaster/test-rig/service';
import type { Operator } from '../cli/operator.ts';
import type { PrivateParent } from './private-parent.ts';
import type { ValidatingResolver } from './validating-resolver.ts';

export interface DnssecStatus {
  readonly phase: string | null;
  readonly keys: readonly { readonly ds: string }[];
}

export class PhaseWalk {
  readonly #domain: string;
  readonly #operator: () => Operator;
  readonly #parent: PrivateParent;
  readonly #resolver: ValidatingResolver;

  constructor(options: {
    readonly domain: string;
    /** The one of today's store. */
    readonly operator: () => Operator;
    readonly parent: PrivateParent;
    readonly resolver: ValidatingResolver;
  }) {
    this.#domain = options.domain;
    this.#operator = options.operator;
    this.#parent = options.parent;
    this.#resolver = options.resolver;
  }

  status(): Promise<DnssecStatus> {
    return this.#operator().json<DnssecStatus>('dnssec', 'status', this.#domain);
  }

  /** Until this phase, or until DNSSEC is off with null. */
  async to(
    last: string | null,
    inEach: (phase: string | null) => Promise<void> = async () => {},
  ): Promise<void> {
    for (;;) {
      const phase = await this.#untilWaiting();
      await this.#parent.replace(await this.#operator().text('sandbox', 'zone', 'com'));
      await inEach(phase);
      if (phase === last) return;
      // The wait of the phase is over: nothing older is remembered.
      await this.#resolver.control('flush_zone', 'com');
      await this.#operator().json('sandbox', 'advance', '1d');
    }
  }

  /** A phase that only the calendar ends. */
  async #untilWaiting(): Promise<string | null> {
    let phase: string | null = null;
    await until('a phase waits for the calendar', async () => {
      ({ phase } = await this.status());
      return phase === null || /^on$|caches|ds_ttl|waiting_for_(new|old)_ds/.test(phase);
    });
    return phase;
  }
}
