/**
 * Work for workspaces that have new events: soon after an event is written, and by polling for what a lost
 * message or a stopped process left behind.
 */
import type { EventBus } from '../base/events.ts';
import { Loop, type LoopOptions } from '../base/loop.ts';

export interface GrowthLoopOptions extends Pick<LoopOptions, 'onError'> {
  readonly events: EventBus;
  /** Null stands for all workspaces. */
  readonly run: (workspaceIds: readonly string[] | null) => Promise<unknown>;
  readonly pollMs: number;
  /** Events of this time share a run. */
  readonly gatherMs: number;
}

export class GrowthLoop {
  readonly #options: GrowthLoopOptions;
  readonly #loop: Loop;
  /** Workspaces with new events since the last run. */
  #grown = new Set<string>();
  #polledAt = Number.NEGATIVE_INFINITY;
  #unsubscribe: (() => void) | null = null;

  constructor(options: GrowthLoopOptions) {
    this.#options = options;
    const { pollMs: restMs, onError } = options;
    this.#loop = new Loop({ run: () => this.#run(), restMs, onError });
  }

  /** Long runs check it and end early. */
  get isStopping(): boolean {
    return this.#loop.isStopping;
  }

  start(): void {
    const { events, gatherMs } = this.#options;
    this.#unsubscribe ??= events.subscribe('events-added', ({ workspaceId }) => {
      this.#grown.add(workspaceId);
      this.#loop.wake(gatherMs);
    });
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#loop.stop();
  }

  async #run(): Promise<void> {
    const grown = [...this.#grown];
    this.#grown = new Set();
    const now = performance.now();
    const isPoll = now - this.#polledAt >= this.#options.pollMs;
    if (isPoll) this.#polledAt = now;
    await this.#options.run(isPoll ? null : grown);
  }
}
