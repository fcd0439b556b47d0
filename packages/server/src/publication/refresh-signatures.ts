/** Makes the signatures of a zone again before they end, some in each change, and those that a wrong clock made. */
import { Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { loadEach } from '@hostmaster/storage';
import type { Change } from '../changes/change.ts';
import { type ChangeStore, persist } from '../changes/persist.ts';
import { lockDomainById } from '../storage/queries/domains/domains.ts';
import {
  listNeighbours,
  listSignatures,
  listSignedNames,
  pageDueSignatures,
  pageSignaturesAhead,
} from '../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { linkOf } from '../zone-data/read-chain.ts';
import { readPublished } from '../zone-data/sign-difference.ts';
import { loadSignedZone, nextVersion, type SignedZone } from '../zone-data/signed-zone.ts';
import { setsOf } from '../zones/chain-plan.ts';
import { isOfVersion, SignatureEdits } from '../zones/sign-sets.ts';
import { refreshWithinMs } from '../zones/signature-times.ts';
import { apexSortKey, sortKeyOf } from '../zones/sort-key.ts';

const setsPerStep = 100;

/**
 * Whether there was something to do. The clock that makes signatures says which are due: by another one those that
 * were just made could have to be made again, each time.
 */
export function refreshSignatures(database: ChangeStore, domainId: string): Promise<boolean> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    async load(reader): Promise<Change> {
      const domain = await reader.first(lockDomainById, { id: domainId });
      if (domain === undefined || domain.zone.signing !== 'signed') return {};
      const signed = await loadSignedZone(reader, database.zoneKeys, domain);
      return signed === null ? {} : loadRefresh(reader, signed);
    },
    decide: (change) => ({ answer: change.rows !== undefined, change }),
  });
}

async function listDue(
  reader: HostmasterReader,
  { domainId, now }: Pick<SignedZone, 'domainId' | 'now'>,
) {
  const limit = setsPerStep;
  const due = await reader.all(pageDueSignatures, { domainId, until: now, limit });
  if (due.length > 0) return due;
  return reader.all(pageSignaturesAhead, { domainId, after: now + refreshWithinMs, limit });
}

async function loadRefresh(reader: HostmasterReader, signed: SignedZone): Promise<Change> {
  const { zone, domainId, signer } = signed;
  const due = await listDue(reader, signed);
  if (due.length === 0) return {};
  const sortKeys = [...new Set(due.map(({ sortKey }) => sortKey))];
  const [names, neighbours, stored, published] = await Promise.all([
    loadEach(reader, listSignedNames, { domainId, sortKeys }),
    loadEach(reader, listNeighbours, { domainId, sortKeys }),
    // Each version replaces the signature of the SOA.
    loadEach(reader, listSignatures, {
      domainId,
      sortKeys: [...new Set([apexSortKey, ...sortKeys])],
    }),
    readPublished(reader, signed, sortKeys),
  ]);
  const nextOf = new Map(neighbours.map(({ sortKey, next }) => [sortKey, next]));
  const sets = new Map(
    [...Map.groupBy(published, ({ name }) => sortKeyOf(signer.zone, name))].map(
      ([key, records]) => [key, setsOf(records)],
    ),
  );
  const links = new Map(
    names.map((name): [string, ResourceRecord] => [
      name.sortKey,
      linkOf(Name.parse(zone), name, nextOf.get(name.sortKey) ?? null),
    ]),
  );
  const edits = new SignatureEdits(signer, stored);
  for (const { sortKey, type } of due) {
    // The next version signs it.
    if (isOfVersion(type)) continue;
    const link = links.get(sortKey);
    const set = type === rrTypes.NSEC ? link && [link] : sets.get(sortKey)?.get(type);
    if (set === undefined) edits.drop(sortKey, type);
    else edits.sign(sortKey, set);
  }
  return {
    rows: await nextVersion(reader, signed, { removed: [], added: [] }, edits),
    announce: [{ kind: 'zone-changed', zone, isCatalogDue: false }],
  };
}
