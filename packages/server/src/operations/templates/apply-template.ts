/** POST /v1/domains/{domain}/dns/templates/{templateId}. One batch, or only its plan. */
import type { Template } from '@hostmaster/contract';
import { type FieldProblem, invalidRequest, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { noChange } from '../../changes/change.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { planTemplate, type TemplatePlan } from '../../templates/plan-template.ts';
import { renderTemplate, type WantedRecord } from '../../templates/render-template.ts';
import { assertChangeable, domainKey, loadZone, loadZoneDomain } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { isComparedBefore, planDnames, plannedConflict } from '../records/dname-places.ts';
import { changeRecords, loadEdits, type RecordEdit, sidesOf } from '../records/record-change.ts';
import { clampTtl, readRecord, readRecordName } from '../records/record-input.ts';
import { requireZoneVersion } from '../records/versions.ts';
import { isPending, recordView } from '../views.ts';
import { requireTemplate } from './find-template.ts';

/** A refusal names at most this many fields. */
const problemsMax = 20;

export const applyTemplate = changeOperation('applyTemplate', {
  parse: ({ domain, templateId, fields = {}, replace = false, dryRun = false }) => ({
    domain,
    templateId,
    fields,
    replace,
    dryRun,
  }),

  async prepare(reader, call, { domain: pathName, templateId, fields, ...how }) {
    const template = await requireTemplate(reader, call, templateId);
    const domain = await loadZoneDomain(reader, call, pathName);
    const wanted = readTemplate(template, fields, domain.name);
    if (!isComparedBefore(wanted)) return { wanted, dnames: null };
    const { edits } = await loadPlan(reader, domain, { wanted, ...how });
    return { wanted, dnames: await planDnames(reader, domain, sidesOf(edits)) };
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'alone',

  async load(reader, call, { domain: pathName, ...how }, { wanted, dnames }) {
    const domain = await loadZone(reader, call, pathName);
    const dnameConflict = plannedConflict(dnames, domain);
    const { plan, isRefused, edits } = await loadPlan(reader, domain, { wanted, ...how });
    const { limits } = call.services.rules;
    const change = { domain, edits, limits, dnameConflict };
    return { plan, isRefused, edits: await loadEdits(reader, change) };
  },

  decide(call, { dryRun }, { plan, isRefused, edits: loaded }) {
    const { domain, edits } = loaded;
    requireZoneVersion(call, domain);
    assertChangeable(domain);
    if (isRefused && !dryRun) throw inConflict(plan);
    const applied = edits.length > 0;
    const { revision, change } = applied
      ? changeRecords(call, loaded)
      : { revision: domain.zone.zoneRevision, change: noChange };
    return {
      answer: { plan: planView(plan), applied, revision, pendingFulfillment: isPending(domain) },
      change,
    };
  },
});

async function loadPlan(
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'name'>,
  how: {
    readonly wanted: readonly WantedRecord[];
    readonly replace: boolean;
    readonly dryRun: boolean;
  },
) {
  const names = [...new Set(how.wanted.map(({ name }) => name))];
  const held = await reader.all(listOwnersRecords, { domainId: domain.id, names });
  const inOrder = held.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const plan = planTemplate(domain.name, how.wanted, inOrder);
  const isRefused = plan.conflicts.length > 0 && !how.replace;
  return { plan, isRefused, edits: how.dryRun || isRefused ? [] : editsOf(plan) };
}

/** Names and values as they are stored, or throws. */
function readTemplate(
  template: Template,
  fields: Readonly<Record<string, string>>,
  origin: string,
): readonly WantedRecord[] {
  const rendering = renderTemplate(template, fields, origin);
  const problems: FieldProblem[] = rendering.ok ? [] : [...rendering.problems];
  const wanted: WantedRecord[] = [];
  for (const record of rendering.ok ? rendering.records : []) {
    const name = readRecordName(record.name, origin);
    const reading = name.ok ? readRecord({ ...record, name: name.name }, origin) : null;
    if (reading?.ok === true) {
      wanted.push({ ...reading.record, ttlSeconds: clampTtl(record.ttlSeconds) });
    } else {
      const message = name.ok ? reading?.problem.message : name.message;
      problems.push({ path: 'fields', message: `${record.name} ${record.type}: ${message}` });
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw invalidRequest(first, ...others.slice(0, problemsMax - 1));
  return wanted;
}

function editsOf({ added, changed, conflicts }: TemplatePlan): readonly RecordEdit[] {
  return [
    ...conflicts.flatMap(({ records }) =>
      records.map((record) => ({ kind: 'delete', record }) as const),
    ),
    ...changed.map((change) => ({ kind: 'update', ...change }) as const),
    ...added.map((record) => ({ kind: 'create', record: stored(record) }) as const),
  ];
}

function stored(record: TemplatePlan['added'][number]): StoredRecord {
  return { id: newId('rec'), ...record };
}

function inConflict({ conflicts }: TemplatePlan): Refusal {
  const [first] = conflicts;
  const others = conflicts.length === 1 ? '' : ` There are ${conflicts.length} conflicts.`;
  return new Refusal(
    'template_conflict',
    `${first?.message}${others} Send replace to delete the records in conflict.`,
  );
}

function planView({ added, changed, conflicts, unchanged }: TemplatePlan) {
  return {
    added: added.map(({ ttlSeconds: ttl, ...record }) => ({ ...record, ttl })),
    changed: changed.map(({ before, after }) => ({
      before: recordView(before),
      after: recordView(after),
    })),
    conflicts: conflicts.map(({ message, records }) => ({
      message,
      records: records.map(recordView),
    })),
    unchanged,
  };
}
