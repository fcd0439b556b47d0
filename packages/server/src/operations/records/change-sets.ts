/**
 * Changes whole sets of records (all records of a name and a type) as one change, or in steps where they
 * are many. It must be valid in its final state; sets that stay equal are not written.
 */
import { typeName } from '@hostmaster/dns';
import { quotaExceeded } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import { newId } from '../../base/ids.ts';
import type { Limits } from '../../base/limits.ts';
import { combine, noChange } from '../../changes/change.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import { plannedOwner, type TouchedOwner } from '../../publication/touched-owners.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import type { Edge } from '../../storage/tables/zones/zone-revisions.ts';
import { assertChangeable, domainKey, loadZone, loadZoneDomain } from '../loading.ts';
import type { Call } from '../operation.ts';
import { changeSoa } from '../zones/change-soa.ts';
import { soaAfter, splitApex } from './apex-sets.ts';
import { isComparedBefore } from './dname-places.ts';
import { beginSteps, type PlannedEdits } from './edit-steps.ts';
import { persistPlan } from './persist-plan.ts';
import {
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordDomain,
  type RecordEdit,
} from './record-change.ts';
import {
  type CommentChange,
  commentRows,
  type HeldComments,
  loadComments,
} from './set-comments.ts';
import { editsOf, type SetChange } from './set-edits.ts';

/** A change of this many sets and records may share a commit with others. */
const smallChange = 50;

interface SetsInput {
  readonly domain: string;
  readonly changes: readonly SetChange[];
  /** At most one for each set. */
  readonly comments: readonly CommentChange[];
  readonly via: Edge;
}

export async function changeSets(
  database: HostmasterDatabase,
  call: Call,
  input: SetsInput,
): Promise<void> {
  if (!isSmall(input.changes)) return changeInSteps(database, call, input);
  try {
    const work: ChangeWork<LoadedEdits, void> = {
      keys: [domainKey(input.domain)],
      owner: call.actor.workspaceId,
      commit: 'shared',
      async load(reader) {
        const domain = await loadZone(reader, call, input.domain);
        assertChangeable(domain);
        const { edits, owners } = await loadSetEdits(reader, domain, input.changes);
        if (edits.length > smallChange) throw new TooManyEdits();
        const planned = owners.map((owner) => plannedOwner(domain, owner));
        const { limits } = call.services.rules;
        return loadEdits(reader, { domain, edits, limits, planned });
      },
      decide(loaded) {
        const isSame = loaded.edits.length === 0;
        const change = isSame ? noChange : changeRecords(call, loaded, input.via).change;
        return { answer: undefined, change };
      },
    };
    await persist(database, withTheRest(call, input, work));
  } catch (error) {
    if (!(error instanceof TooManyEdits)) throw error;
    await changeInSteps(database, call, input);
  }
}

/** The SOA and the comments change with the last step of the records. */
function withTheRest<Answer>(
  call: Call,
  { changes, comments }: Pick<SetsInput, 'changes' | 'comments'>,
  work: ChangeWork<LoadedEdits, Answer>,
): ChangeWork<{ edits: LoadedEdits; held: HeldComments | null }, Answer> {
  return {
    ...work,
    async load(reader) {
      const edits = await work.load(reader);
      return {
        edits,
        held: comments.length === 0 ? null : await loadComments(reader, edits.domain),
      };
    },
    decide({ edits, held }) {
      const { limits, soaDefaults } = call.services.rules;
      const { domain } = edits;
      const soa = soaAfter(domain, splitApex(changes).apex, soaDefaults);
      const { answer, change } = work.decide(edits);
      // A fact of its own beside that of the records.
      const soaCall = { ...call, operationId: newId('act') };
      const rows = held === null ? [] : commentRows(held, comments, limits);
      return { answer, change: combine(change, changeSoa(soaCall, domain, soa), { rows }) };
    },
  };
}

/** Sets that are deleted may have many records. */
class TooManyEdits extends Error {
  override readonly name = 'TooManyEdits';
}

function isSmall(changes: readonly SetChange[]): boolean {
  const size = changes.reduce((sum, { members }) => sum + 1 + members.length, 0);
  const written = changes.map(({ owner: name, typeCode }) => ({ name, type: typeName(typeCode) }));
  return size <= smallChange && !isComparedBefore(written);
}

/** Long work of the workspace. What a step has changed is not changed again when the rest is planned again. */
function changeInSteps(database: HostmasterDatabase, call: Call, input: SetsInput): Promise<void> {
  const { limits } = call.services.rules;
  const inSteps = async () => {
    const work = await beginSteps(database, call, {
      limits,
      via: input.via,
      isReplanned: true,
      async plan() {
        const domain = await loadZoneDomain(database, call, input.domain);
        // Refused before the first step.
        soaAfter(domain, splitApex(input.changes).apex, call.services.rules.soaDefaults);
        const planned = await loadSetEdits(database, domain, input.changes);
        requireFewChanges(planned.edits.length, limits);
        return { domain, ...planned };
      },
      async lock(reader) {
        const domain = await loadZone(reader, call, input.domain);
        assertChangeable(domain);
        return domain;
      },
    });
    await persistPlan(database, work, (last) => withTheRest(call, input, last));
  };
  return call.services.longWork.run(call.actor.workspaceId, inSteps, call.clientGone?.());
}

/** Called for what is sent, before it is read, and for what it changes. */
export function requireFewChanges(count: number, limits: Pick<Limits, 'importChanges'>): void {
  if (count <= limits.importChanges) return;
  throw quotaExceeded(`${limits.importChanges} changes at once`, 'Send them in several requests.');
}

/** Owner names that are read at once. */
const namesPerPage = 100;

/**
 * The edits, and the owner names that they touch. They tell what else is to be loaded, so sets that
 * cannot be published are refused here.
 */
async function loadSetEdits(
  reader: HostmasterReader,
  domain: Pick<RecordDomain, 'id' | 'name'>,
  sent: readonly SetChange[],
): Promise<Required<Pick<PlannedEdits, 'edits' | 'owners'>>> {
  const changes = splitApex(sent).others;
  const byOwner = [...Map.groupBy(changes, ({ owner }) => owner)];
  const edits: RecordEdit[] = [];
  const owners: TouchedOwner[] = [];
  // Inside a change there is one page, which has no rest.
  const pace = byOwner.length > namesPerPage ? new Pace() : null;
  for (let start = 0; start < byOwner.length; start += namesPerPage) {
    const page = byOwner.slice(start, start + namesPerPage);
    const names = page.map(([owner]) => owner);
    const rows = await reader.all(listOwnersRecords, { domainId: domain.id, names });
    const held = Map.groupBy(rows, ({ name }) => name);
    for (const [owner, ofOwner] of page) {
      await pace?.step();
      const records = held.get(owner) ?? [];
      // What does not exist needs no deletion.
      if (records.length === 0 && ofOwner.every(isDeletion)) continue;
      const changed = editsOf({ zone: domain.name, owner, records }, ofOwner);
      if (changed === null) continue;
      edits.push(...changed.edits);
      owners.push(changed.touched);
    }
  }
  return { edits, owners };
}

function isDeletion({ kind }: SetChange): boolean {
  return kind === 'delete' || kind === 'prune';
}
