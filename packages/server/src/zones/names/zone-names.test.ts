import { Name } from '@hostmaster/dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZoneNames } from './zone-names.ts';

const apex = Name.parse('example.com');
const plain = { isDelegation: () => false, isRedirection: () => false };

const label = fc.constantFrom('a', 'b', 'c', 'x\\003b');
const relative = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));
const changes = fc.array(fc.record({ name: relative, isRemoved: fc.boolean() }), { maxLength: 40 });

describe('the names of a zone', () => {
  it('has each owner name and each name above one, whatever was added and removed', () => {
    fc.assert(
      fc.property(changes, fc.array(relative), (made, asked) => {
        const names = new ZoneNames<string>(apex.key, plain);
        const owners = new Map<string, Name>();
        for (const { name, isRemoved } of made) {
          const owner = Name.parse(name, apex);
          const isHeld = owners.has(name);
          if (!isRemoved) names.add(owner.key, name);
          else expect(names.remove(owner.key, () => true)).toBe(isHeld ? name : undefined);
          if (isRemoved) owners.delete(name);
          else if (!isHeld) owners.set(name, owner);
          else names.remove(owner.key, () => true);
        }
        const exists = (name: Name) =>
          [...owners.values()].some((owner) => owner.isAtOrBelow(name)) || name.equals(apex);
        for (const each of [...asked, ...made.map(({ name }) => name)]) {
          const name = Name.parse(each, apex);
          expect(names.exists(name.key), each).toBe(exists(name));
          let encloser = name.parent() ?? apex;
          while (!exists(encloser)) encloser = encloser.parent() ?? apex;
          expect(names.closestEncloser(name.key), each).toBe(encloser.key);
        }
        for (const owner of owners.values()) names.remove(owner.key, () => true);
        expect(names.treeBytes).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('takes no more memory for a name with many labels than for some with few', () => {
    const names = new ZoneNames<number>(apex.key, plain);
    for (let index = 0; index < 100; index += 1) {
      names.add(Name.parse(`${'a.'.repeat(110)}n${index}`, apex).key, index);
    }
    expect(names.treeBytes).toBeLessThan(100 * 200);
  });
});
