/** POST /v1/domains/{domain}/dns/batch. All edits or none; limits apply to the records that result. */
import { type Input, limits } from '@hostmaster/contract';
import { type FieldProblem, invalidRequest, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { findRecords } from '../storage/queries/records.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { changeRecords, type RecordEdit } from './change-records.ts';
import { assertChangeable, loadZone } from './loading.ts';
import { applyOperation } from './operation.ts';
import { clampTtl, type RecordFields, readRecord, readRecordName } from './record-input.ts';
import { requireZoneVersion } from './versions.ts';
import { isPending, recordView } from './views.ts';

type Body = Input<'changeRecords'>;
type Creation = NonNullable<Body['creates']>[number];
type Update = NonNullable<Body['updates']>[number];

/** A refusal names at most this many fields. */
const problemsMax = 20;

export const batchRecords = applyOperation('changeRecords', {
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

  async apply(tx, call, { domain: pathName, created, updated, deleted, named }) {
    const domain = await loadZone(tx, call, pathName);
    requireZoneVersion(call, domain);
    const records = await requireRecords(tx, domain.id, named);
    const updates = updated.map(({ path, id, ...change }) =>
      updateOf(records.get(id), { path, change, origin: domain.name }),
    );
    assertChangeable(domain);
    const deletions = deleted.flatMap(({ id }) => records.get(id) ?? []);
    const edits: RecordEdit[] = [
      ...deletions.map((record) => ({ kind: 'delete', record }) as const),
      ...updates,
      ...created.map((record) => ({ kind: 'create', record }) as const),
    ];
    const revision = await changeRecords(tx, call, {
      domain,
      edits,
      limits: call.services.rules.limits,
    });
    return {
      created: created.map(recordView),
      updated: updates.map(({ after }) => recordView(after)),
      deleted: deletions.map(({ id }) => id),
      revision,
      pendingFulfillment: isPending(domain),
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

/** The given fields with the stored ones must be valid together. */
function updateOf(
  before: StoredRecord | undefined,
  edit: {
    readonly path: string;
    readonly origin: string;
    readonly change: Partial<Omit<StoredRecord, 'id'>>;
  },
) {
  if (before === undefined) throw new Error('A record to change was not loaded.');
  const reading = readRecord({ ...before, ...edit.change }, edit.origin);
  if (reading.ok) return { kind: 'update', before, after: reading.record } as const;
  const { path, message } = reading.problem;
  throw invalidRequest({ path: `${edit.path}.${path}`, message });
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

async function requireRecords(
  tx: HostmasterTx,
  domainId: string,
  named: readonly NamedRecord[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (named.length === 0) return new Map();
  const found = await tx.all(findRecords, { domainId, ids: named.map(({ id }) => id) });
  const records = new Map(found.map((record) => [record.id, record]));
  const fields = named
    .filter(({ id }) => !records.has(id))
    .map(({ path }) => ({ path, message: 'is no record of this domain' }));
  const [first] = fields;
  if (first !== undefined) {
    throw new Refusal('record_not_found', `${first.path}: no such record on this domain.`, {
      fields: fields.slice(0, problemsMax),
    });
  }
  return records;
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
