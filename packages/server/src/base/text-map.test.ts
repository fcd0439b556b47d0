import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextMap } from './text-map.ts';

/** The last two have one hash. */
const key = fc.constantFrom('', 'a', 'b', 'host-1', 'costarring', 'liquid');
const step = fc.record({ kind: fc.constantFrom('set', 'delete'), key, value: fc.nat() });

test('holds what a Map does', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const map = new TextMap<number>();
      const expected = new Map<string, number>();
      for (const { kind, key, value } of steps) {
        if (kind === 'delete') {
          map.delete(key);
          expected.delete(key);
        } else {
          map.set(key, value);
          expected.set(key, value);
        }
        expect(new Map(map)).toEqual(expected);
        expect(map.get(key)).toBe(expected.get(key));
      }
      map.clear();
      expect([...map]).toEqual([]);
    }),
  );
});

test('groups as Map.groupBy does', () => {
  const item = fc.record({ key, value: fc.nat() });
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const keyOf = (each: { readonly key: string }) => each.key;
      expect(new Map(TextMap.groupBy(items, keyOf))).toEqual(Map.groupBy(items, keyOf));
    }),
  );
});
