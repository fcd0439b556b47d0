/**
 * Starts a job for each webhook that has events to deliver: at once when an event is written, and by
 * polling for what a lost message or a stopped process left behind.
 */
import type { Logger } from 'pino';
import { Loop } from '../base/loop.ts';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import {
  listIdleWebhooks,
  listIdleWebhooksOf,
  lockWebhook,
} from '../storage/queries/webhooks/webhooks.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { startDeliveries } from './webhook-jobs.ts';

const pollMs = 5_000;
/** Events of this time share a query. */
const gatherMs = 20;
const pageSize = 100;

export class WebhookDispatcher {
  readonly #database: HostmasterDatabase;
  readonly #loop: Loop;
  /** Workspaces with new events since the last run. */
  #grown = new Set<string>();
  #polledAt = Number.NEGATIVE_INFINITY;
  #unsubscribe: (() => void) | null = null;

  constructor(options: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = options.database;
    this.#loop = new Loop({
      run: () => this.dispatch(),
      restMs: pollMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'starting webhook deliveries failed; trying again'),
    });
  }

  start(): void {
    this.#unsubscribe ??= this.#database.events.subscribe('events-added', ({ workspaceId }) => {
      this.#grown.add(workspaceId);
      this.#loop.wake(gatherMs);
    });
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#loop.stop();
  }

  async dispatch(): Promise<void> {
    const workspaceIds = [...this.#grown];
    this.#grown = new Set();
    const now = performance.now();
    const isPoll = now - this.#polledAt >= pollMs;
    if (isPoll) this.#polledAt = now;
    for (;;) {
      const idle = isPoll
        ? await this.#database.all(listIdleWebhooks, { limit: pageSize })
        : await this.#database.all(listIdleWebhooksOf, { workspaceIds, limit: pageSize });
      for (const { id, workspaceId } of idle) {
        await persist(this.#database, {
          keys: [`webhook ${id}`],
          owner: workspaceId,
          commit: 'shared',
          load: (reader) => reader.first(lockWebhook, { id }),
          decide: (webhook) => ({
            answer: undefined,
            change: webhook?.state === 'active' ? { jobs: [startDeliveries(webhook)] } : noChange,
          }),
        });
      }
      if (idle.length < pageSize) return;
    }
  }
}
