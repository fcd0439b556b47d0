/**
 * Persists a change whose reads were planned before it. The plan holds for one revision of the zone; when
 * that is no longer the current one, the change is planned again, where it can be.
 */
import { Refusal } from '../../base/errors.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';

/** The zone has another revision than the plan. */
export class PlanOutdated extends Error {
  override readonly name = 'PlanOutdated';

  constructor(message = 'The records have changed in the meantime. Review the new plan.') {
    super(message);
  }
}

export interface PlannedWork<Loaded, Answer> extends ChangeWork<Loaded, Answer> {
  /** Absent where the plan is not to be made again. */
  readonly replan?: (() => Promise<PlannedWork<Loaded, Answer>>) | undefined;
}

export const attemptsMax = 5;

/** `wrap` adds what is stored with the change. */
export async function persistPlan<L, O, Loaded, Answer>(
  database: HostmasterDatabase,
  planned: PlannedWork<L, O>,
  wrap: (work: ChangeWork<L, O>) => ChangeWork<Loaded, Answer>,
): Promise<Answer> {
  for (let work = planned; ; ) {
    try {
      return await persist(database, wrap(work));
    } catch (error) {
      if (!(error instanceof PlanOutdated) || work.replan === undefined) throw error;
      work = await work.replan();
    }
  }
}

export function changesTooOften(): Refusal {
  return new Refusal(
    'rate_limited',
    'The records of this domain change too often for so many changes at once. Try again.',
    { retryAfterSeconds: 2 },
  );
}
