/** POST /v1/domains/{domain}/dns/batch. All edits or none; limits apply to the records that result. */
import { type Input, limits } from '@hostmaster/contract';
import { type FieldProblem, invalidRequest, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { findRecords } from '../../storage/queries/records/records.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { assertChangeable, domainKey, loadZone } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { isPending, recordView } from '../views.ts';
import { changeRecords, loadEdits, type RecordEdit } from './record-change.ts';
import { clampTtl, type RecordFields, readRecord, readRecordName } from './record-input.ts';
import { requireZoneVersion } from './versions.ts';

type Body = Input<'changeRecords'>;
type Creation = NonNullable<Body['creates']>[number];
type Update = NonNullable<Body['updates']>[number];

/** A refusal names at most this many fields. */
const problemsMax = 20;

export const batchRecords = changeOperation('changeRecords', {
  parse(input) {
    const { creates = [], updates = [], deletes = [] } = input;
    requireFewEdits(creates.length + updates.length + deletes.length);
    const origin = normaliseDomainName(input.domain) ?? 'invalid';
    const problems = new Problems();
    const created = creates.map((edit, index) =>
      parseCreation(edit, { path: `creates[${index}]`, origin, problems }),
    );
    const updated = updates.map((edit, index) =>
      parseUpdate(edit, { path: `updates[${index}]`, origin, problems }),
    );
    const named = [
      ...updates.map(({ id }, index) => ({ id, path: `updates[${index}].id` })),
      ...deletes.map(({ id }, index) => ({ id, path: `deletes[${index}].id` })),
    ];
    requireOnce(named, problems);
    problems.throwAny();
    return { domain: input.domain, created, updated, deleted: deletes, named };
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'alone',

  async load(reader, call, parsed) {
    const domain = await loadZone(reader, call, parsed.domain);
    const ids = parsed.named.map(({ id }) => id);
    const found =
      ids.length === 0 ? [] : await reader.all(findRecords, { domainId: domain.id, ids });
    const plan = planOf(parsed, { origin: domain.name, found });
    const { limits } = call.services.rules;
    return { plan, edits: await loadEdits(reader, { domain, edits: plan.edits, limits }) };
  },

  decide(call, { created }, { plan, edits }) {
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

interface Parsed {
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

/** The edits of the records that the request names. */
function planOf(
  { created, updated, deleted, named }: Parsed,
  { origin, found }: { readonly origin: string; readonly found: readonly StoredRecord[] },
): Plan {
  const records = new Map(found.map((record) => [record.id, record]));
  const missing = named.filter(({ id }) => !records.has(id));
  if (missing.length > 0) return refused(noSuchRecords(missing));
  const updates: Extract<RecordEdit, { kind: 'update' }>[] = [];
  for (const { path, id, ...fields } of updated) {
    const before = records.get(id);
    if (before === undefined) continue;
    // The given fields with the stored ones must be valid together.
    const reading = readRecord({ ...before, ...fields }, origin);
    if (!reading.ok) {
      const { path: field, message } = reading.problem;
      return refused(invalidRequest({ path: `${path}.${field}`, message }));
    }
    updates.push({ kind: 'update', before, after: reading.record });
  }
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
  readonly #found: FieldProblem[] = [];

  add(path: string, message: string): void {
    if (this.#found.length < problemsMax) this.#found.push({ path, message });
  }

  throwAny(): void {
    const [first, ...others] = this.#found;
    if (first !== undefined) throw invalidRequest(first, ...others);
  }
}
