import { Name } from '@hostmaster/dns';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameOfSortKey, sortKeyOf, sortKeysAbove, sortKeysBelow } from './sort-key.ts';

const zone = Name.parse('example.com');
const label = fc.stringMatching(/^(?:\*|[a-z0-9_/-]{1,6})$/);
const name = fc
  .array(label, { maxLength: 4 })
  .map((labels) => Name.parse([...labels, 'example.com'].join('.')));
const keyOf = (each: Name) => sortKeyOf(zone, each);

it('compares as the names do', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      const order = keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b));
      expect(order).toBe(Math.sign(a.compare(b)));
    }),
  );
});

it('compares names of questions with any octets', () => {
  const octets = fc.uint8Array({ minLength: 1, maxLength: 3, max: 3 });
  const any = fc
    .array(octets, { maxLength: 3 })
    .map((labels) => Name.fromLabels([...labels, ...zone.labels()]));
  fc.assert(
    fc.property(any, any, (a, b) => {
      const order = keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b));
      expect(order).toBe(Math.sign(a.compare(b)));
    }),
  );
});

it('is read back', () => {
  fc.assert(
    fc.property(name, (each) => {
      expect(String(nameOfSortKey(zone, keyOf(each)))).toBe(String(each));
    }),
  );
});

it('finds the names above and below', () => {
  fc.assert(
    fc.property(name, name, (upper, each) => {
      fc.pre(!upper.equals(zone));
      const { after, before } = sortKeysBelow(keyOf(upper));
      const isBelow = each.isAtOrBelow(upper) && !each.equals(upper);
      expect(keyOf(each) > after && keyOf(each) < before).toBe(isBelow);
      expect(sortKeysAbove(keyOf(each)).includes(keyOf(upper))).toBe(isBelow);
    }),
  );
});
