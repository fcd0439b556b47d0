/**
 * Settles unpaid top-ups: queries the provider with growing intervals, and expires top-ups that can
 * no longer be paid. Issues the receipts that paid ones of an earlier version lack.
 */
import { hourMs } from '@hostmaster/contract/durations';
import { Loop } from '../base/loop.ts';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { listUndecided, lockTopUp } from '../storage/queries/credits/top-ups.ts';
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import { systemActor } from '../workspaces/actor.ts';
import { askProvider } from './ask-provider.ts';
import { issueMissingReceipts } from './issue-missing-receipts.ts';
import type { PaymentServices } from './payment-services.ts';
import { receiptsKey } from './receipts.ts';
import { loadSettlement, settleUnpaid } from './settle-top-up.ts';

export interface TopUpWatchTimes {
  readonly checkEveryMs: number;
  /** How long to wait for a webhook before the first query; the interval doubles each time. */
  readonly firstQueryAfterMs: number;
}

const defaultTimes: TopUpWatchTimes = { checkEveryMs: 30_000, firstQueryAfterMs: 120_000 };
/** A payment page is valid for a day; a top-up that was never opened expires after this time. */
const abandonedMs = 25 * hourMs;
const pageSize = 100;

export class TopUpWatch {
  readonly #services: PaymentServices;
  readonly #times: TopUpWatchTimes;
  readonly #loop: Loop;

  constructor(services: PaymentServices, times: Partial<TopUpWatchTimes> = {}) {
    this.#services = services;
    this.#times = { ...defaultTimes, ...times };
    this.#loop = new Loop({
      run: () => this.#run(),
      restMs: this.#times.checkEveryMs,
      restsFirst: true,
      onError: (error) =>
        services.log.warn({ err: error }, 'checking unpaid top-ups failed; trying again'),
    });
  }

  async #run(): Promise<void> {
    await issueMissingReceipts(this.#services, () => this.#loop.isStopping);
    await this.checkUnpaid();
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async checkUnpaid(): Promise<void> {
    let after = '';
    for (;;) {
      const rows = await this.#services.database.all(listUndecided, { after, limit: pageSize });
      for (const row of rows) {
        if (this.#loop.isStopping) return;
        await this.#check(row);
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async #check(topUp: TopUp): Promise<void> {
    const now = this.#services.clock.now();
    if (topUp.sessionId === null) {
      if (now - topUp.createdAt >= abandonedMs) await this.#expire(topUp);
      return;
    }
    const waitedMs = topUp.askedAt - topUp.createdAt;
    if (now - topUp.askedAt < Math.max(this.#times.firstQueryAfterMs, waitedMs)) return;
    try {
      await askProvider(this.#services, topUp);
    } catch (error) {
      this.#services.log.warn(
        { err: error, topUp: topUp.id },
        'querying the payment provider failed; trying again',
      );
    }
  }

  async #expire({ id, workspaceId }: TopUp): Promise<void> {
    const services = this.#services;
    await persist(services.database, {
      keys: [`workspace ${workspaceId}`, receiptsKey],
      owner: workspaceId,
      commit: 'alone',
      async load(reader) {
        const topUp = await reader.first(lockTopUp, { id });
        if (topUp?.state !== 'created' || topUp.sessionId !== null) return null;
        return { topUp, facts: await loadSettlement(reader, services, topUp) };
      },
      decide(loaded) {
        if (loaded === null) return { answer: undefined, change: noChange };
        const actor = systemActor(workspaceId, 'payments');
        const change = settleUnpaid(services, { ...loaded, actor, state: 'expired' });
        return { answer: undefined, change };
      },
    });
  }
}
