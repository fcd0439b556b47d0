/**
 * POST /v1/domains/{domain}/dns/restore. Makes the records what they were at a revision: what changed
 * since is undone, in steps where it is much. Records get their ids back; nameservers stay as they are.
 */
import type { Input, Output } from '@hostmaster/contract';
import { domainNotFound, PreconditionFailed, quotaExceeded } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import type { ChangeWork } from '../../changes/persist.ts';
import { differencePages } from '../../revisions/read-revisions.ts';
import { lockDomainById } from '../../storage/queries/domains/domains.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import type { RecordAlteration } from '../../storage/tables/zones/zone-revisions.ts';
import { assertChangeable, loadZone, loadZoneDomain } from '../loading.ts';
import type { Call, ChangeOperation } from '../operation.ts';
import { beginSteps, type StepLimits, type Stepped } from '../records/edit-steps.ts';
import type { PlannedWork } from '../records/persist-plan.ts';
import type { RecordEdit } from '../records/record-change.ts';
import { requireZoneVersion, zoneVersion } from '../records/versions.ts';
import { isPending, recordView } from '../views.ts';
import { requireRevision } from './revisions.ts';

type Answer = Output<'restoreRevision'>;

/** What is stored for a repeated request instead of an answer that may be as large as the zone. */
interface StoredRestore {
  readonly domainId: string;
  readonly from: number;
  readonly revision: number;
  readonly pendingFulfillment: boolean;
}

export const restoreRevision: ChangeOperation<Input<'restoreRevision'>, Answer> = {
  kind: 'change',
  async begin(database, call, { domain: pathName, revision }) {
    const { limits } = call.services.rules;
    let from = 0;
    const work = await beginSteps(database, call, {
      limits,
      via: 'restore',
      isReplanned: true,
      async plan() {
        const domain = await loadZoneDomain(database, call, pathName);
        await requireRevision(database, domain, revision);
        from ||= domain.zone.zoneRevision;
        return { domain, edits: await editsTo(database, domain, { revision, limits }) };
      },
      async lock(reader, isFirst) {
        const domain = await loadZone(reader, call, pathName);
        if (isFirst) requireZoneVersion(call, domain);
        assertChangeable(domain);
        return domain;
      },
    });
    return answering(work, () => from);
  },

  async readStored(reader, stored) {
    if ('created' in stored) return stored as Answer;
    const { domainId, from, revision, pendingFulfillment } = stored as StoredRestore;
    const edits: RecordEdit[] = [];
    for await (const page of differencePages(reader, { domainId, after: from, upTo: revision })) {
      edits.push(...page.flatMap(editOf));
    }
    return { ...answerOf(edits), revision, pendingFulfillment };
  },
};

/** After a plan was shown: refused when the zone has changed since. */
export function restoreAsPlanned(
  database: HostmasterDatabase,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { planned, revision, limits }: PlannedRestore,
): Promise<ChangeWork<unknown, Stepped>> {
  return beginSteps(database, call, {
    limits,
    via: 'restore',
    isReplanned: false,
    plan: async () => ({
      domain: planned,
      edits: await editsTo(database, planned, { revision, limits }),
    }),
    async lock(reader, isFirst) {
      const domain = await reader.first(lockDomainById, { id: planned.id });
      if (domain === undefined) throw domainNotFound();
      if (isFirst && domain.zone.zoneRevision !== planned.zone.zoneRevision) {
        throw new PreconditionFailed(zoneVersion(domain));
      }
      assertChangeable(domain);
      return domain;
    },
  });
}

type RestoreLimits = StepLimits & Pick<Limits, 'importChanges'>;

interface PlannedRestore {
  readonly planned: DomainWith<'id' | 'workspaceId' | 'name' | 'state' | 'zoneRevision'>;
  readonly revision: number;
  readonly limits: RestoreLimits;
}

/** They are made from memory: the steps may delete the oldest revisions, also those that are undone. */
async function editsTo(
  reader: HostmasterReader,
  { id: domainId, zone: { zoneRevision } }: DomainWith<'id' | 'zoneRevision'>,
  { revision, limits }: Pick<PlannedRestore, 'revision' | 'limits'>,
): Promise<readonly RecordEdit[]> {
  const { importChanges } = limits;
  const edits: RecordEdit[] = [];
  const range = { domainId, after: revision, upTo: zoneRevision };
  // Each record before and after.
  const bytesMax = 2 * limits.recordBytesPerZone;
  for await (const page of differencePages(reader, range, { bytesMax })) {
    edits.push(...page.flatMap(([then, now]) => editOf([now, then])));
    if (edits.length > importChanges) {
      throw quotaExceeded(
        `${importChanges} changes at once`,
        `The restore would make ${edits.length}. Ask the operator for more.`,
      );
    }
  }
  return edits;
}

function editOf([before, after]: RecordAlteration): RecordEdit[] {
  if (before !== null && after !== null) return [{ kind: 'update', before, after }];
  if (before !== null) return [{ kind: 'delete', record: before }];
  return after === null ? [] : [{ kind: 'create', record: after }];
}

function answering<L>(work: PlannedWork<L, Stepped>, from: () => number): PlannedWork<L, Answer> {
  const { keys, owner, commit, replan } = work;
  return {
    keys,
    owner,
    commit,
    load: (reader) => work.load(reader),
    decide(loaded) {
      const { answer, change } = work.decide(loaded);
      const { domain, revision, edits } = answer;
      const rest = { revision, pendingFulfillment: isPending(domain) };
      const stored: StoredRestore = { domainId: domain.id, from: from(), ...rest };
      const isLarge = revision > from() + 1;
      return { answer: { ...answerOf(edits), ...rest }, change, ...(isLarge ? { stored } : {}) };
    },
    replan: replan && (async () => answering(await replan(), from)),
  };
}

function answerOf(edits: readonly RecordEdit[]): Pick<Answer, 'created' | 'updated' | 'deleted'> {
  return {
    created: edits.flatMap((edit) => (edit.kind === 'create' ? [recordView(edit.record)] : [])),
    updated: edits.flatMap((edit) => (edit.kind === 'update' ? [recordView(edit.after)] : [])),
    deleted: edits.flatMap((edit) => (edit.kind === 'delete' ? [edit.record.id] : [])),
  };
}
