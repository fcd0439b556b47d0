/** GET /v1/domains/{domain}/dns/problems. Records that are stored but not published as they are. */
import { Pace } from '../../base/fairness/pace.ts';
import {
  problemsAfter,
  problemsWith,
  type RecordProblem,
} from '../../publication/zone-problems.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { loadZoneDomain } from '../loading.ts';
import { type ReadCall, readOperation } from '../operation.ts';
import { foreignCursor, nextCursor, pageStart } from '../page-cursor.ts';
import {
  clampTtl,
  type RecordFields,
  requireRecord,
  requireRecordName,
} from '../records/record-input.ts';

/** Pages of names that one request reads until it finds a problem. */
const pagesMax = 4;

export const listProblems = readOperation('listProblems', async (reader, call, input) => {
  const { id: domainId, name: zone } = await loadZoneDomain(reader, call, input.domain);
  let after = startOf(input.cursor);
  const pace = new Pace();
  for (let page = 1; ; page += 1) {
    const { problems, next } = await problemsAfter(reader, { zone, domainId }, after);
    if (next === null || problems.length > 0 || page === pagesMax) {
      const cursor = next === null ? null : nextCursor([next], 1, placeOf);
      return { problems: problems.map(problemView), cursor };
    }
    after = next;
    await pace.step();
  }
});

export function problemView({ record, code, message }: RecordProblem) {
  const { id: recordId, name, type } = record;
  return { recordId, name, type, code, message };
}

/** What saving a record would lead to, before it is saved. */
export async function previewRecord(
  reader: HostmasterReader,
  call: ReadCall,
  input: RecordFields & {
    readonly domain: string;
    readonly name: string;
    readonly ttl: number;
    /** The record that is edited. */
    readonly recordId?: string;
  },
) {
  const { id: domainId, name: zone } = await loadZoneDomain(reader, call, input.domain);
  const { type, value, ttl, recordId = newest } = input;
  const name = requireRecordName(input.name, zone);
  const fields = requireRecord({ type, value, name }, zone);
  const draft = { ...fields, name, id: recordId, ttlSeconds: clampTtl(ttl) };
  const problems = await problemsWith(reader, { zone, domainId }, draft);
  return problems.map(({ record, message }) => ({
    recordId: record.id === draft.id ? null : record.id,
    message,
  }));
}

/** After every id, which begin with letters and digits: the oldest of equal records is published. */
const newest = '~';

/** Names have characters that a cursor has not. */
function placeOf(name: string): string {
  return Buffer.from(name).toString('hex');
}

function startOf(cursor: string | undefined): string {
  const place = pageStart(cursor === undefined ? {} : { cursor });
  if (place === null) return '';
  const name = Buffer.from(place, 'hex').toString('utf8');
  if (placeOf(name) === place && /^[!-~]+$/.test(name)) return name;
  throw foreignCursor();
}
