/** POST /v1/domains/{domain}/dns/batch. All edits or none; limits apply to the records that result. */
import { type Input, limits } from '@hostmaster/contract';
import { type FieldProblem, invalidRequest, Refusal } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import { newId } from '../../base/ids.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { planTouchedOwners } from '../../publication/touched-owners.ts';
import { findRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { assertChangeable, domainKey, loadZone, loadZoneDomain } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { isPending, recordView } from '../views.ts';
import {
  findDnameConflict,
  isComparedBefore,
  planDnames,
  plannedConflict,
} from './dname-places.ts';
import { changeRecords, loadEdits, type RecordEdit, sidesOf } from './record-change.ts';
import { clampTtl, type RecordFields, readRecord, readRecordName } from './record-input.ts';
import { requireZoneVersion } from './versions.ts';

type Body = Input<'changeRecords'>;
type Creation = NonNullable<Body['creates']>[number];
type Update = NonNullable<Body['updates']>[number];

/** A batch of this many edits is read inside its change. */
const smallBatch = 50;
/** A refusal names at most this many fields. */
const problemsMax = 20;

export const batchRecords = changeOperation('changeRecords', {
  parse(input) {
    requireFewEdits(countOf(input));
    return input;
  },

  isLong,

  moreProblems,

  /**
   * The edits are read in slices with rests, and a large batch is planned so, too. Its plan holds while
   * the zone does not change.
   */
  async prepare(reader, call, input) {
    const edits = await readEdits(input);
    const isSmall = !isLong(input);
    if (isSmall && !renames(input)) return { edits, planned: null, dnames: null };
    const domain = await loadZoneDomain(reader, call, input.domain);
    const plan = await loadPlan(reader, domain, edits, new Pace());
    const sides = sidesOf(plan.edits);
    if (isSmall) return { edits, planned: null, dnames: await planDnames(reader, domain, sides) };
    const owners = await planTouchedOwners(reader, domain, sides);
    const conflict = await findDnameConflict(reader, domain, { ...sides, pace: new Pace() });
    return { edits, planned: { plan, owners }, dnames: { zone: domain, conflict } };
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'alone',

  async load(reader, call, input, { edits, planned, dnames }) {
    const domain = await loadZone(reader, call, input.domain);
    const dnameConflict = plannedConflict(dnames, domain);
    const plan = planned?.plan ?? (await loadPlan(reader, domain, edits, null));
    const { limits } = call.services.rules;
    const change = { domain, edits: plan.edits, limits, planned: planned?.owners, dnameConflict };
    return { plan, edits: await loadEdits(reader, change) };
  },

  decide(call, _, { plan, edits }, { edits: { created } }) {
    const { domain } = edits;
    requireZoneVersion(call, domain);
    if (plan.refusal !== null) throw plan.refusal;
    assertChangeable(domain);
    const { revision, change } = changeRecords(call, edits);
    return {
      answer: {
        created: created.map(recordView),
        updated: plan.updates.map(({ after }) => recordView(after)),
        deleted: plan.deletions.map(({ id }) => id),
        revision,
        pendingFulfillment: isPending(domain),
      },
      change,
    };
  },
});

function countOf({ creates = [], updates = [], deletes = [] }: Body): number {
  return creates.length + updates.length + deletes.length;
}

function isLong(input: Body): boolean {
  const { creates = [], updates = [] } = input;
  return countOf(input) > smallBatch || isComparedBefore([...creates, ...updates]);
}

/** Perhaps a DNAME record. */
function renames({ updates = [] }: Body): boolean {
  return updates.some(({ name }) => name !== undefined);
}

async function readEdits(input: Body): Promise<ReadEdits> {
  const { creates = [], updates = [], deletes = [] } = input;
  const origin = normaliseDomainName(input.domain) ?? 'invalid';
  const problems = new Problems();
  const pace = new Pace();
  const created: StoredRecord[] = [];
  for (const [index, edit] of creates.entries()) {
    await pace.step();
    created.push(parseCreation(edit, { path: `creates[${index}]`, origin, problems }));
  }
  const updated: ReturnType<typeof parseUpdate>[] = [];
  for (const [index, edit] of updates.entries()) {
    await pace.step();
    updated.push(parseUpdate(edit, { path: `updates[${index}]`, origin, problems }));
  }
  const named = [
    ...updates.map(({ id }, index) => ({ id, path: `updates[${index}].id` })),
    ...deletes.map(({ id }, index) => ({ id, path: `deletes[${index}].id` })),
  ];
  requireOnce(named, problems);
  problems.throwAny();
  return { created, updated, deleted: deletes, named };
}

/** The values of the edits that the schema accepts are checked, too, so that all problems are known at once. */
function moreProblems(input: object, known: readonly FieldProblem[]): readonly FieldProblem[] {
  const { domain, creates, updates } = input as Partial<Record<keyof Body, unknown>>;
  const origin = normaliseDomainName(String(domain)) ?? 'invalid';
  const problems = new Problems(problemsMax - known.length);
  const eachOf = (
    list: unknown,
    field: string,
    check: (edit: object, place: EditPlace) => void,
  ) => {
    for (const [index, edit] of Array.isArray(list)
      ? list.slice(0, limits.batchEditsMax).entries()
      : []) {
      const path = `${field}[${index}]`;
      const isKnown = known.some((problem) => problem.path.startsWith(path));
      if (!isKnown && hasFieldTypes(edit)) check(edit, { path, origin, problems });
    }
  };
  eachOf(creates, 'creates', (edit, place) => {
    if ('type' in edit && 'value' in edit) parseCreation(edit as Creation, place);
  });
  eachOf(updates, 'updates', (edit, place) => parseUpdate(edit as Update, place));
  return problems.found;
}

/** Its schema may not have been asked about this edit. */
function hasFieldTypes(edit: unknown): edit is object {
  if (typeof edit !== 'object' || edit === null) return false;
  return Object.entries(edit).every(
    ([name, value]) => typeof value === (name === 'ttl' ? 'number' : 'string'),
  );
}

function requireFewEdits(count: number): void {
  const { batchEditsMax } = limits;
  if (count === 0) throw invalidRequest({ path: 'creates', message: 'give at least one edit' });
  if (count > batchEditsMax) {
    const message = `creates, updates and deletes together have at most ${batchEditsMax} edits`;
    throw invalidRequest({ path: 'creates', message });
  }
}

interface EditPlace {
  readonly path: string;
  readonly origin: string;
  readonly problems: Problems;
}

function parseCreation(edit: Creation, place: EditPlace): StoredRecord {
  const { type, value } = edit;
  const name = parseName(edit.name ?? '@', place);
  return {
    id: newId('rec'),
    name: name ?? '@',
    ttlSeconds: clampTtl(edit.ttl ?? limits.ttlSecondsDefault),
    ...checkRecord({ type, value, ...(name === null ? {} : { name }) }, place),
  };
}

function parseUpdate(edit: Update, place: EditPlace) {
  const { id, type, value } = edit;
  if (type !== undefined && value !== undefined) checkRecord({ type, value }, place);
  return {
    path: place.path,
    id,
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value }),
    ...(edit.name === undefined ? {} : { name: parseName(edit.name, place) ?? '@' }),
    ...(edit.ttl === undefined ? {} : { ttlSeconds: clampTtl(edit.ttl) }),
  };
}

function parseName(text: string, { path, origin, problems }: EditPlace): string | null {
  const parsed = readRecordName(text, origin);
  if (parsed.ok) return parsed.name;
  problems.add(`${path}.name`, parsed.message);
  return null;
}

/** The record as it is stored. */
function checkRecord<R extends RecordFields>(record: R, { path, origin, problems }: EditPlace): R {
  const reading = readRecord(record, origin);
  if (reading.ok) return reading.record;
  problems.add(`${path}.${reading.problem.path}`, reading.problem.message);
  return record;
}

interface ReadEdits {
  readonly created: readonly StoredRecord[];
  readonly updated: readonly ReturnType<typeof parseUpdate>[];
  readonly deleted: readonly { readonly id: string }[];
  readonly named: readonly NamedRecord[];
}

interface Plan {
  /** Why nothing is changed. */
  readonly refusal: Refusal | null;
  readonly updates: readonly Extract<RecordEdit, { kind: 'update' }>[];
  readonly deletions: readonly StoredRecord[];
  readonly edits: readonly RecordEdit[];
}

/** Records that are read at once. */
const idsPerPage = 50;

/** With rests where there is a pace: not inside of a change. */
async function loadPlan(
  reader: HostmasterReader,
  domain: { readonly id: string; readonly name: string },
  edits: ReadEdits,
  pace: Pace | null,
): Promise<Plan> {
  const found: StoredRecord[] = [];
  for (let start = 0; start < edits.named.length; start += idsPerPage) {
    const ids = edits.named.slice(start, start + idsPerPage).map(({ id }) => id);
    found.push(...(await reader.all(findRecords, { domainId: domain.id, ids })));
    await pace?.step();
  }
  return planOf(edits, { origin: domain.name, found, pace });
}

/** The edits of the records that the request names. */
async function planOf(
  { created, updated, deleted, named }: ReadEdits,
  {
    origin,
    found,
    pace,
  }: {
    readonly origin: string;
    readonly found: readonly StoredRecord[];
    readonly pace: Pace | null;
  },
): Promise<Plan> {
  const records = new Map(found.map((record) => [record.id, record]));
  const missing = named.filter(({ id }) => !records.has(id));
  if (missing.length > 0) return refused(noSuchRecords(missing));
  const updates: Extract<RecordEdit, { kind: 'update' }>[] = [];
  const problems = new Problems();
  for (const { path, id, ...fields } of updated) {
    const before = records.get(id);
    if (before === undefined) continue;
    await pace?.step();
    // The given fields with the stored ones must be valid together.
    const reading = readRecord({ ...before, ...fields }, origin);
    if (reading.ok) updates.push({ kind: 'update', before, after: reading.record });
    else problems.add(`${path}.${reading.problem.path}`, reading.problem.message);
  }
  const refusal = problems.asRefusal();
  if (refusal !== null) return refused(refusal);
  const deletions = deleted.flatMap(({ id }) => records.get(id) ?? []);
  const edits = [
    ...deletions.map((record) => ({ kind: 'delete', record }) as const),
    ...updates,
    ...created.map((record) => ({ kind: 'create', record }) as const),
  ];
  return { refusal: null, updates, deletions, edits };
}

function refused(refusal: Refusal): Plan {
  return { refusal, updates: [], deletions: [], edits: [] };
}

interface NamedRecord {
  readonly id: string;
  readonly path: string;
}

function requireOnce(named: readonly NamedRecord[], problems: Problems): void {
  const first = new Map<string, string>();
  for (const { id, path } of named) {
    const other = first.get(id);
    if (other === undefined) first.set(id, path);
    else problems.add(path, `names the same record as ${other}`);
  }
}

function noSuchRecords(missing: readonly NamedRecord[]): Refusal {
  const fields = missing.map(({ path }) => ({ path, message: 'is no record of this domain' }));
  return new Refusal('record_not_found', `${fields[0]?.path}: no such record on this domain.`, {
    fields: fields.slice(0, problemsMax),
  });
}

class Problems {
  readonly found: FieldProblem[] = [];
  readonly #max: number;

  constructor(max = problemsMax) {
    this.#max = max;
  }

  add(path: string, message: string): void {
    if (this.found.length < this.#max) this.found.push({ path, message });
  }

  asRefusal(): Refusal | null {
    const [first, ...others] = this.found;
    return first === undefined ? null : invalidRequest(first, ...others);
  }

  throwAny(): void {
    const refusal = this.asRefusal();
    if (refusal !== null) throw refusal;
  }
}
