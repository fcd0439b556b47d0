import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { rrTypes } from '../protocol.ts';
import { nsecCodec } from '../rdata/nsec.ts';
import { hidesBelow } from './authority.ts';
import { type ChainName, namesWithAuthority } from './chain-names.ts';
import { editChain } from './edit-chain.ts';
import { nsecRecord } from './sign-zone.ts';

const zone = Name.parse('example.com');
const ttlSeconds = 300;
const apex: ChainName = { name: zone, isApex: true, types: new Set([rrTypes.SOA, rrTypes.NS]) };

const labels = fc.array(fc.constantFrom('a', 'b', 'c', '*', '_x'), { minLength: 1, maxLength: 3 });
const types = fc.uniqueArray(
  fc.constantFrom(rrTypes.A, rrTypes.TXT, rrTypes.NS, rrTypes.DS, rrTypes.DNAME),
  { maxLength: 2 },
);
/** Names that get these types, or lose all. */
const edit = fc.array(fc.record({ labels, types }), { minLength: 1, maxLength: 4 });

it('makes the chain that the whole zone would have, edit by edit', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      let names = new Map([[zone.key, apex]]);
      let chain = chainOf(names);
      for (const each of edits) {
        const touched = touchedNames(each);
        const stored = neighbourhood(names, touched);
        const { removed, added, shown, hidden } = editChain({ zone, stored, touched, ttlSeconds });
        const next = new Map(names);
        for (const name of touched) {
          if (name.types.size > 0) next.set(name.name.key, name);
          else next.delete(name.name.key);
        }
        for (const record of removed) expect(chain.delete(present(record))).toBe(true);
        for (const record of added) chain.add(present(record));
        expect(chain).toEqual(chainOf(next));
        expect(shown.map(String).sort()).toEqual(newcomers(names, next));
        expect(hidden.map(String).sort()).toEqual(newcomers(next, names));
        names = next;
        chain = new Set(chain);
      }
    }),
    { numRuns: 300 },
  );
});

type Names = ReadonlyMap<string, ChainName>;

function touchedNames(edits: readonly { labels: string[]; types: number[] }[]): ChainName[] {
  const touched = edits.map((each) => ({
    name: Name.parse(`${each.labels.join('.')}.example.com`),
    isApex: false,
    types: new Set(each.types),
  }));
  return [...new Map(touched.map((each) => [each.name.key, each])).values()];
}

/** What the input of `editChain` must have, and nothing else. */
function neighbourhood(names: Names, touched: readonly ChainName[]): ChainName[] {
  const keys = new Set(touched.map(({ name }) => name.key));
  const hiders = touched.filter((each) => {
    const before = names.get(each.name.key);
    return hidesBelow(each) || (before !== undefined && hidesBelow(before));
  });
  const isBelow = ({ name }: ChainName) => hiders.some((each) => name.isAtOrBelow(each.name));
  const isAbove = ({ name }: ChainName) => touched.some((each) => each.name.isAtOrBelow(name));
  const wanted = [...names.values()].filter(
    (each) => keys.has(each.name.key) || isAbove(each) || isBelow(each),
  );
  const moving = [...touched, ...wanted.filter(isBelow)];
  const steady = namesWithAuthority([...names.values()]).filter(
    (each) => !keys.has(each.name.key) && !isBelow(each),
  );
  for (const { name } of moving) {
    const previous = steady.findLast((each) => each.name.compare(name) < 0);
    const next = steady.find((each) => each.name.compare(name) > 0);
    wanted.push(...(previous ? [previous] : []), ...(next ? [next] : []));
  }
  return [...new Map(wanted.map((each) => [each.name.key, each])).values()];
}

function chainOf(names: Names): Set<string> {
  const shown = namesWithAuthority([...names.values()]);
  return new Set(
    shown.map((at, index) =>
      present(nsecRecord(at, { next: shown[index + 1]?.name ?? zone, ttlSeconds })),
    ),
  );
}

function newcomers(before: Names, after: Names): string[] {
  const known = new Set(namesWithAuthority([...before.values()]).map(({ name }) => name.key));
  const shown = namesWithAuthority([...after.values()]).map(({ name }) => name);
  return shown
    .filter(({ key }) => !known.has(key))
    .map(String)
    .sort();
}

function present({ name, rdata }: ResourceRecord): string {
  return `${name} ${nsecCodec.toText(nsecCodec.decode(rdata))}`;
}
