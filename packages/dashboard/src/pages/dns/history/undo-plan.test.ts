import { expect, it } from 'vitest';
import { planUndo } from './undo-plan.ts';

const record = (id: string, value: string) =>
  ({ id, type: 'A', name: 'www', ttl: 300, value }) as const;
const one = record('1', '192.0.2.1');
const other = record('1', '192.0.2.2');
const third = record('1', '192.0.2.3');
const nothing = { creates: [], updates: [], deletes: [] };

it('undoes an addition, a change and a deletion', () => {
  expect(planUndo([{ kind: 'added', after: one }], [one])).toEqual({
    edits: { ...nothing, deletes: [{ id: '1' }] },
    changes: [{ kind: 'removed', before: one }],
    changedSince: [],
  });
  expect(planUndo([{ kind: 'changed', before: one, after: other }], [other])).toEqual({
    edits: { ...nothing, updates: [one] },
    changes: [{ kind: 'changed', before: other, after: one }],
    changedSince: [],
  });
  const { id: _, ...content } = one;
  expect(planUndo([{ kind: 'removed', before: one }], [])).toEqual({
    edits: { ...nothing, creates: [content] },
    changes: [{ kind: 'added', after: one }],
    changedSince: [],
  });
});

it.each([
  ['an added record that was changed', { kind: 'added', after: one }, [other]],
  [
    'a changed record that was changed again',
    { kind: 'changed', before: one, after: other },
    [third],
  ],
  ['a changed record that was deleted', { kind: 'changed', before: one, after: other }, []],
  ['a deleted record that came back otherwise', { kind: 'removed', before: one }, [other]],
] as const)('leaves %s alone', (_, difference, now) => {
  expect(planUndo([difference], now)).toEqual({
    edits: nothing,
    changes: [],
    changedSince: [difference],
  });
});

it.each([
  ['an added record that is gone', { kind: 'added', after: one }, []],
  ['a changed record that is as before', { kind: 'changed', before: one, after: other }, [one]],
  ['a deleted record that came back', { kind: 'removed', before: one }, [one]],
  [
    'one that came back with another id',
    { kind: 'removed', before: one },
    [record('2', one.value)],
  ],
] as const)('has nothing to do for %s', (_, difference, now) => {
  expect(planUndo([difference], now)).toEqual({ edits: nothing, changes: [], changedSince: [] });
});
