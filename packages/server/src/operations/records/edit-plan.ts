/**
 * A change of many records, most of which is read before the change, in slices with rests: inside of it
 * the event loop, and on SQLite every other writer, would wait. The plan holds for one revision of the
 * zone; when that is no longer the current one, the change is planned again.
 */
import { Refusal } from '../../base/errors.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import { planTouchedOwners, type TouchedOwner } from '../../zones/publication/touched-owners.ts';
import type { Call } from '../operation.ts';
import { type RecordDomain, type RecordEdit, sidesOf } from './record-change.ts';

export interface EditPlan {
  readonly zoneRevision: number;
  readonly edits: readonly RecordEdit[];
  readonly owners: readonly TouchedOwner[];
}

const attemptsMax = 3;

/** The zone has another revision than the plan. */
class PlanOutdated extends Error {
  override readonly name = 'PlanOutdated';
}

/** The caller has read the edits after the domain, which has not changed since when this is carried out. */
export async function planEdits(
  reader: HostmasterReader,
  domain: Pick<RecordDomain, 'id' | 'name' | 'zoneRevision'>,
  edits: readonly RecordEdit[],
): Promise<EditPlan> {
  const owners = await planTouchedOwners(reader, domain, sidesOf(edits));
  return { zoneRevision: domain.zoneRevision, edits, owners };
}

export function requireCurrent(plan: EditPlan, domain: RecordDomain): void {
  if (plan.zoneRevision !== domain.zoneRevision) throw new PlanOutdated();
}

/** Long work of the workspace: planned and persisted, again when another change came in between. */
export function persistPlanned<L, O>(
  database: HostmasterDatabase,
  call: Call,
  plan: () => Promise<ChangeWork<L, O>>,
): Promise<O> {
  const attempt = async () => {
    for (let attempts = 1; attempts <= attemptsMax; attempts += 1) {
      try {
        return await persist(database, await plan());
      } catch (error) {
        if (!(error instanceof PlanOutdated)) throw error;
      }
    }
    throw new Refusal(
      'rate_limited',
      'The records of this domain change too often for so many changes at once. Try again.',
      { retryAfterSeconds: 2 },
    );
  };
  return call.services.longWork.run(call.actor.workspaceId, attempt, call.clientGone?.());
}
