/** Which nameservers stay known as secondaries of the customer. */
import { expect, it } from 'vitest';
import { hostsToNote, type OwnHosts } from './own-hosts.ts';

const numbered = (label: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${label}${at + 1}.example.net`);

function noted(
  found: readonly string[],
  known: OwnHosts,
  {
    nameservers = ['ns1.example.net'],
    served = null,
    appliedRevision = 7,
  }: {
    readonly nameservers?: readonly string[];
    readonly served?: readonly string[] | null;
    readonly appliedRevision?: number;
  } = {},
) {
  const domain = {
    zone: { nameservers, servedNameservers: served },
    registry: { desiredRevision: 7, appliedRevision },
  };
  return hostsToNote(found, known, domain);
}

it.each<[string, readonly string[], readonly string[]]>([
  ['those of before, which the registry may keep', [], ['ns1.example.net']],
  ['new ones first', ['ns2.example.net'], ['ns2.example.net', 'ns1.example.net']],
  ['each once', ['ns1.example.net'], ['ns1.example.net']],
])('notes %s', (_, found, expected) => {
  expect(noted(found, ['ns1.example.net'])).toEqual(expected);
});

it('notes those that the zone still has', () => {
  const served = ['ns3.example.net'];
  expect(noted([], ['ns3.example.net', 'ns4.example.net'], { served })).toEqual(served);
});

it('forgets those that the domain had earlier, once the registry has answered', () => {
  const known = ['ns5.example.net'];
  expect(noted([], known)).toEqual([]);
  expect(noted([], known, { appliedRevision: 6 })).toEqual(known);
});

it('notes no more than two lists of nameservers have', () => {
  const found = numbered('new', 13);
  const known = numbered('old', 26);
  const all = noted(found, known, { appliedRevision: 6 });
  expect(all).toEqual([...found, ...known.slice(0, 13)]);
});

it('notes only what was found where none was asked before', () => {
  expect(noted(['ns2.example.net'], 'any')).toEqual(['ns2.example.net']);
});
