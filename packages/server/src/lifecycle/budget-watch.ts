/**
 * Compares the spending of workspaces with their budgets: soon after their ledger has grown, and by
 * polling for what a lost message or a stopped process left behind.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { Loop } from '../base/loop.ts';
import { noChange } from '../changes/change.ts';
import { ofWorkspace, persist } from '../changes/persist.ts';
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
const workspacesPerQuery = 500;

interface BudgetBehind {
  readonly workspaceId: string;
  readonly ledgerSeq: number;
}

export class BudgetWatch {
  readonly #services: BudgetServices;
  readonly #loop: Loop;
  /** Workspaces with new events since the last run. */
  #grown = new Set<string>();
  #polledAt = Number.NEGATIVE_INFINITY;
  #unsubscribe: (() => void) | null = null;

  constructor(services: BudgetServices) {
    this.#services = services;
    this.#loop = new Loop({
      run: () => this.#run(),
      restMs: pollMs,
      onError: (error) =>
        services.log.warn({ err: error }, 'comparing budgets failed; trying again'),
    });
  }

  start(): void {
    const { events } = this.#services.database;
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
    if (now - this.#polledAt >= pollMs) {
      this.#polledAt = now;
      await this.compareAll();
      return;
    }
    for (let start = 0; start < grown.length; start += workspacesPerQuery) {
      const workspaceIds = grown.slice(start, start + workspacesPerQuery);
      const { database } = this.#services;
      await this.#compare(await database.all(listBudgetsBehindOf, { workspaceIds }));
    }
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
