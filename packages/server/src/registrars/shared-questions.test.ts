import { expect, it } from 'vitest';
import { SharedQuestions } from './shared-questions.ts';

const never = () => false;

it('keeps the questions of workspaces apart, and the newest one for each name', () => {
  const shared = new SharedQuestions<string>(10);
  shared.add('first', { workspaceId: 'a', names: ['one.com', 'two.com'] });
  shared.add('second', { workspaceId: 'a', names: ['two.com'] });
  const find = shared.ofWorkspace('a');
  expect([find('one.com'), find('two.com'), find('three.com')]).toEqual([
    'first',
    'second',
    undefined,
  ]);
  expect(shared.ofWorkspace('b')('one.com')).toBeUndefined();
});

it('forgets the oldest ones that are over, up to the first that is not', () => {
  const shared = new SharedQuestions<string>(10);
  for (const name of ['old.com', 'running.com', 'late.com']) {
    shared.add(name, { workspaceId: 'a', names: [name] });
  }
  shared.add('again', { workspaceId: 'a', names: ['old.com'] });
  shared.forget((question) => question !== 'running.com');
  const find = shared.ofWorkspace('a');
  expect(['old.com', 'running.com', 'late.com'].map(find)).toEqual([
    'again',
    'running.com',
    'late.com',
  ]);
  shared.forget(() => true);
  expect(shared.ofWorkspace('a')('late.com')).toBeUndefined();
  shared.add('new', { workspaceId: 'a', names: ['late.com'] });
  expect(shared.ofWorkspace('a')('late.com')).toBe('new');
});

it('forgets the oldest ones when there are too many names, of any workspace', () => {
  const shared = new SharedQuestions<string>(3);
  shared.add('first', { workspaceId: 'a', names: ['one.com', 'two.com'] });
  shared.add('second', { workspaceId: 'b', names: ['three.com', 'four.com'] });
  shared.forget(never);
  expect(shared.ofWorkspace('a')('one.com')).toBeUndefined();
  expect(shared.ofWorkspace('b')('four.com')).toBe('second');
});
