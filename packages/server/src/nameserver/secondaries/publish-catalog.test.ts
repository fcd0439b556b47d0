/** Which members the next version of the catalog has. */
import { describe, expect, it } from 'vitest';
import { type LoadedCatalog, publishCatalog } from './publish-catalog.ts';

const catalog = 'catalog.invalid';
const added = { name: 'new.com', domainId: 'dom_new', listedId: null };
const gone = ['a.com', 'b.com', 'c.com'].map((name) => ({ name, listedId: `dom_${name}` }));
const guard = { day: '2026-01-31', listed: 10, removed: 18, allowed: 20, waiting: 3 };
const quiet: LoadedCatalog = {
  zone: { domainId: null, catalogDue: false },
  additions: [],
  removals: [],
  guard: null,
};

function publish(loaded: Partial<LoadedCatalog>, isRenewal = false) {
  const { answer, change } = publishCatalog({ catalog, isRenewal }, { ...quiet, ...loaded });
  const writes = (change.rows ?? []).map((row) => (row.kind === 'statement' ? row.name : row.kind));
  return { answer, writes, announced: change.announce?.length ?? 0 };
}

const version = ['raiseCatalogSerial', 'insertCatalogRaise'];

describe('publishCatalog', () => {
  it.each([
    ['nothing is due', {}, false, []],
    ['the catalog is missing', { zone: undefined }, false, ['createCatalog']],
    ['a renewal', {}, true, version],
    ['a renewal of a missing one', { zone: undefined }, true, ['createCatalog', ...version]],
    ['a zone was opened', { additions: [added] }, false, ['markListed', ...version]],
    ['zones were closed', { removals: gone, guard }, false, ['markDelisted', ...version]],
    ['no removal is allowed', { removals: gone, guard: { ...guard, removed: 20 } }, false, []],
    ['its name was a domain', { zone: { domainId: null, catalogDue: true } }, false, ['update']],
  ] as const)('%s', (_, loaded, isRenewal, expected) => {
    const { writes, announced } = publish(loaded, isRenewal);
    expect(writes).toEqual(expected);
    expect(announced).toBe(expected.length > 1 ? 1 : 0);
  });

  it('removes as many as are allowed, and reports the limit that kept the others', () => {
    expect(publish({ removals: gone, guard }).answer).toEqual({
      listed: [],
      changes: 2,
      exceeded: guard,
    });
    const enough = { ...guard, allowed: 21 };
    expect(publish({ removals: gone, guard: enough }).answer).toMatchObject({
      changes: 3,
      exceeded: null,
    });
  });

  it('refuses the name of a served domain', () => {
    const zone = { domainId: 'dom_1', catalogDue: false };
    expect(() => publish({ zone, additions: [added] })).toThrow(/cannot be the catalog/);
  });
});
