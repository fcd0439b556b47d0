/**
 * Compares the spending of workspaces with their budgets: soon after their ledger has grown, and by
 * polling for what a lost message or a stopped process left behind.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import { loadEach } from '@hostmaster/storage';
import { newId } from '../base/ids.ts';
import { noChange } from '../changes/change.ts';
import { ofWorkspace, persist } from '../changes/persist.ts';
import { GrowthLoop } from '../events/growth-loop.ts';
import { monthOf } from '../ledger/funds.ts';
import { spentInMonth } from '../ledger/spending-report.ts';
import {
  listBudgetsBehind,
  listBudgetsBehindOf,
  lockBudget,
} from '../storage/queries/credits/budgets.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { compareBudget } from '../workspaces/budget.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

type BudgetServices = Pick<LifecycleServices, 'database' | 'links' | 'calendarNow' | 'log'>;

const pollMs = minuteMs;
/** Purchases of this time share a comparison. */
const gatherMs = 1_000;
const pageSize = 100;

interface BudgetBehind {
  readonly workspaceId: string;
  readonly ledgerSeq: number;
}

export class BudgetWatch {
  readonly #services: BudgetServices;
  readonly #loop: GrowthLoop;

  constructor(services: BudgetServices) {
    this.#services = services;
    const { database } = services;
    this.#loop = new GrowthLoop({
      events: database.events,
      run: async (workspaceIds) => {
        if (workspaceIds === null) await this.compareAll();
        else await this.#compare(await loadEach(database, listBudgetsBehindOf, { workspaceIds }));
      },
      pollMs,
      gatherMs,
      onError: (error) =>
        services.log.warn({ err: error }, 'comparing budgets failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async compareAll(): Promise<void> {
    for (let after = ''; !this.#loop.isStopping; ) {
      const page = await this.#services.database.all(listBudgetsBehind, { after, limit: pageSize });
      await this.#compare(page);
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.workspaceId;
    }
  }

  async #compare(behind: readonly BudgetBehind[]): Promise<void> {
    for (const budget of behind) {
      if (this.#loop.isStopping) return;
      await this.#compareOne(budget);
    }
  }

  async #compareOne({ workspaceId, ledgerSeq }: BudgetBehind): Promise<void> {
    const { database, links, calendarNow } = this.#services;
    const at = await calendarNow(database);
    const monthAt = monthOf(at);
    const spentCents = await spentInMonth(database, { workspaceId, monthAt });
    await persist(database, {
      ...ofWorkspace(workspaceId),
      async load(reader) {
        const [budget, workspace] = await Promise.all([
          reader.first(lockBudget, { workspaceId }),
          reader.first(findWorkspaceEmail, { id: workspaceId }),
        ]);
        return { budget, recipient: workspace?.email ?? null };
      },
      decide({ budget, recipient }) {
        const facts = { monthAt, spentCents, ledgerSeq, recipient, links, id: newId('act'), at };
        const change = budget === undefined ? noChange : compareBudget(budget, facts);
        return { answer: undefined, change };
      },
    });
  }
}
