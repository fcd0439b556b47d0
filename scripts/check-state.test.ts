import { describe, expect, it } from 'vitest';
import { stateProblems } from './check-state.ts';

/** The names that are complained about. */
function named(text: string, path = 'packages/server/src/http/x.ts'): readonly string[] {
  return stateProblems([{ path, text }], {}).map((line) => line.split(': ')[1] ?? '');
}

describe('state at module level', () => {
  it.each([
    ['let count = 0;', 'count'],
    ['export var count = 0;', 'count'],
    ['const seen = new Set<string>();', 'seen'],
    ['export const seen: Map<string, number> = new Map();', 'seen'],
    ['const seen =\n  new Map<string, number>();', 'seen'],
    ['const cache = new LRUCache({ max: 1 });', 'cache'],
    ['const list: string[] = [];', 'list'],
    ['const byName = {} as Record<string, number>;', 'byName'],
    ['const buffer = Buffer.alloc(8);', 'buffer'],
    ['const bytes = new Uint8Array(8);', 'bytes'],
    ['class A { static count = 0; }', 'A.count'],
    ['export class A { static readonly #seen = new Map(); }', 'A.#seen'],
  ])('is refused: %s', (text, name) => {
    expect(named(text)).toEqual([name]);
  });

  it.each([
    'const names: ReadonlySet<string> = new Set(["a"]);',
    'const empty: readonly string[] = [];',
    'const table = { a: 1 };',
    'const words = ["a"];',
    'const utf8 = new TextDecoder();',
    'function f() { let count = 0; const seen = new Map(); return [count, seen]; }',
    'class A { #seen = new Map(); static readonly max = 5; }',
    'declare let global: string;',
    '// let count = 0;',
  ])('is not: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('is refused in the EPP package too, where time may be asked for', () => {
    const text = 'let count = 0;\nexport const now = () => Date.now();';
    expect(named(text, 'packages/epp/src/x.ts')).toEqual(['count']);
  });

  it('may be allowed by name, and an exception that is not needed is named', () => {
    const files = [{ path: 'packages/server/src/a.ts', text: 'let count = 0;' }];
    const reason = 'a reason';
    expect(stateProblems(files, { 'packages/server/src/a.ts count': reason })).toEqual([]);
    expect(stateProblems([], { 'packages/server/src/a.ts count': reason })).toEqual([
      expect.stringContaining('nothing needs'),
    ]);
  });
});

describe('time and randomness', () => {
  it.each([
    ['f(Date.now());', 'Date.now'],
    ['f(Date\n  .now());', 'Date.now'],
    ['f(globalThis.Date.now());', 'Date.now'],
    ['f(new Date());', 'new Date()'],
    ['f(Date());', 'Date()'],
    ['f(Math.random());', 'Math.random'],
    ["import { randomInt as pick } from 'node:crypto';", 'randomInt'],
    ['f(systemClock);', 'systemClock'],
  ])('come from composition/: %s', (text, name) => {
    expect(named(text)[0]).toBe(name);
  });

  it.each(['new Date(5);', 'performance.now();', "'Date.now';", '// Date.now()'])(
    'are not asked for by %s',
    (text) => {
      expect(named(text)).toEqual([]);
    },
  );

  it('are made where composition/ takes them from', () => {
    expect(named('f(Date.now());', 'packages/server/src/base/clock.ts')).toEqual([]);
    expect(named('f(systemClock);', 'packages/server/src/composition/runtime.ts')).toEqual([]);
  });
});
