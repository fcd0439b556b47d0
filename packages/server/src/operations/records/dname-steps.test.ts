import { expect, it } from 'vitest';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { findStepConflict } from './dname-steps.ts';
import type { RecordEdit } from './record-change.ts';

function record(name: string, type: StoredRecord['type']): StoredRecord {
  return { id: `rec_${name}_${type}`, name, type, ttlSeconds: 300, value: '' };
}

const create = (name: string, type: StoredRecord['type']): RecordEdit => ({
  kind: 'create',
  record: record(name, type),
});
const remove = (name: string, type: StoredRecord['type']): RecordEdit => ({
  kind: 'delete',
  record: record(name, type),
});

async function conflictOf(...steps: readonly (readonly RecordEdit[])[]): Promise<string | null> {
  return (await findStepConflict(steps))?.message ?? null;
}

it.each([
  ['names below a DNAME that is deleted before', [remove('d', 'DNAME')], [create('x.d', 'A')]],
  ['names below that are deleted before a DNAME', [remove('x.d', 'A')], [create('d', 'DNAME')]],
  ['both in one step', [], [create('d', 'DNAME'), remove('x.y.d', 'A')]],
  ['names beside it', [create('xd', 'A')], [remove('d', 'DNAME')]],
  ['an address at a name that loses it later', [create('d', 'A')], [remove('d', 'DNAME')]],
])('%s: can be made', async (_, ...steps) => {
  expect(await conflictOf(...steps)).toBeNull();
});

it.each([
  ['a name below one that is deleted later', [create('x.y.d', 'A')], [remove('d', 'DNAME')]],
  ['a name below that is deleted later', [create('d', 'DNAME')], [remove('x.y.d', 'A')]],
  ['a name below that of the apex', [create('x.y', 'A')], [remove('@', 'DNAME')]],
  ['a delegation of it', [create('d', 'NS')], [remove('d', 'DNAME')]],
  ['one beside a delegation', [create('d', 'DNAME')], [remove('d', 'NS')]],
  ['a second one', [create('d', 'DNAME')], [remove('d', 'DNAME')]],
])('%s: cannot be made', async (_, ...steps) => {
  expect(await conflictOf(...steps)).toMatch(/"(?:d|@)"/);
});
