/**
 * Starts a job for each webhook that has events to deliver: at once when an event is written, and by
 * polling for what a lost message or a stopped process left behind.
 */
import type { Logger } from 'pino';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { GrowthLoop } from '../events/growth-loop.ts';
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
  readonly #loop: GrowthLoop;

  constructor({ database, log }: { readonly database: HostmasterDatabase; readonly log: Logger }) {
    this.#database = database;
    this.#loop = new GrowthLoop({
      events: database.events,
      run: (workspaceIds) => this.dispatch(workspaceIds),
      pollMs,
      gatherMs,
      onError: (error) =>
        log.warn({ err: error }, 'starting webhook deliveries failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Null stands for all workspaces. */
  async dispatch(workspaceIds: readonly string[] | null): Promise<void> {
    for (;;) {
      const idle =
        workspaceIds === null
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
