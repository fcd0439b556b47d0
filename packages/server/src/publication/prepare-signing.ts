/**
 * Prepares the signatures of a zone in steps of bounded size, each a change of its own. Changes of
 * records in between keep what is prepared up to date (zone-data/sign-difference.ts), so a step never
 * looks back.
 */
import { loadEach } from '@hostmaster/storage';
import { TextMap } from '../base/text-map.ts';
import type { Change } from '../changes/change.ts';
import { type ChangeStore, persist } from '../changes/persist.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains/domains.ts';
import {
  anySignature,
  anySignedName,
  findSigningPlace,
  listSignedNames,
} from '../storage/queries/zones/signing.ts';
import { insert, type RowWrite, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { signedNames } from '../storage/tables/zones/signed-names.ts';
import { zoneKeys } from '../storage/tables/zones/zone-keys.ts';
import { zoneSignings } from '../storage/tables/zones/zone-signings.ts';
import { publishAll, readPublishedNames } from '../zone-data/published-names.ts';
import {
  loadSignedZone,
  readSignedZone,
  type SignedZone,
  signatureRows,
  wholeVersion,
} from '../zone-data/signed-zone.ts';
import { byName } from '../zone-data/zone-order.ts';
import { isHiding, setsOf } from '../zones/chain-plan.ts';
import { nameOfSortKey, sortKeyOf, sortKeysAbove } from '../zones/sort-key.ts';
import { relativeName } from '../zones/wire-record.ts';
import type { PagesAhead } from './pages-ahead.ts';
import { loadRollStep } from './roll-key.ts';
import { type NextPage, type PageAhead, signPage } from './sign-page.ts';

const rowsPerStep = 2_000;

/** Whether there is more to do. */
export async function stepSigning(
  database: ChangeStore & HostmasterReader,
  domainId: string,
  pages: PagesAhead,
): Promise<boolean> {
  const ahead = await signAhead(database, domainId, pages);
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    async load(reader): Promise<Change> {
      const domain = await reader.first(lockDomainById, { id: domainId });
      return domain === undefined ? {} : loadStep(reader, database, { domain, ahead });
    },
    decide: (change) => ({ answer: change.rows !== undefined, change }),
  });
}

/** The change itself only stores what is signed here, so that it holds up others for a short time. */
async function signAhead(
  database: ChangeStore & HostmasterReader,
  domainId: string,
  pages: PagesAhead,
): Promise<PageAhead | null> {
  const [domain, place] = await Promise.all([
    database.first(findDomainById, { id: domainId }),
    database.first(findSigningPlace, { domainId }),
  ]);
  const isReady = domain?.zone.signing === 'signing' || domain?.zone.signing === 'signed';
  if (!isReady || place === undefined) return null;
  const signed = await readSignedZone(database, database.zoneKeys, domain);
  // The step publishes these first.
  if (signed === null || signed.keys.some(({ stage }) => stage === 'prepared')) return null;
  return pages.take(database, signed, place.place);
}

async function loadStep(
  reader: HostmasterReader,
  { zoneKeys: ring }: ChangeStore,
  { domain, ahead }: { readonly domain: Domain; readonly ahead: PageAhead | null },
): Promise<Change> {
  if (domain.zone.signing === 'ending') return loadEnd(reader, domain);
  if (domain.zone.signing === 'off') return {};
  const place = await reader.first(findSigningPlace, { domainId: domain.id });
  if (place === undefined) return {};
  const signed = await loadSignedZone(reader, ring, domain);
  if (signed === null) return {};
  const next = { after: place.place, ahead };
  const { signing } = domain.zone;
  if (signing === 'signed') return loadRollStep(reader, ring, { signed, ...next });
  return signing === 'listing'
    ? listNames(reader, signed, place.place)
    : signNames(reader, signed, next);
}

/** In the order of owner names. */
async function listNames(
  reader: HostmasterReader,
  signed: SignedZone,
  after: string,
): Promise<Change> {
  const { zone, domainId, signer } = signed;
  const page = await byName.page(reader, { domainId, after });
  const owners = TextMap.groupBy(page.records, ({ name }) => name);
  const { records } = await publishAll(reader, { zone, domainId }, owners);
  const byKey = TextMap.groupBy(records, ({ name }) => sortKeyOf(signer.zone, name));
  const sortKeys = [...byKey].map(([sortKey]) => sortKey);
  const [known, hiding] = await Promise.all([
    loadEach(reader, listSignedNames, { domainId, sortKeys }),
    loadHiding(reader, signed, sortKeys),
  ]);
  // A change of records has listed these before.
  const listed = TextMap.groupBy(known, ({ sortKey }) => sortKey);
  const rows: RowWrite[] = [...byKey].flatMap(([sortKey, published]) => {
    if (listed.get(sortKey) !== undefined) return [];
    const types = [...setsOf(published).keys()].sort((a, b) => a - b);
    const isShown = sortKeysAbove(sortKey).every((above) => hiding.get(above) === undefined);
    return [insert(signedNames, { domainId, sortKey, types, isShown })];
  });
  if (page.isLast) {
    rows.push(update(domains, { id: domainId }, { signing: 'signing' }));
    rows.push(update(zoneSignings, { domainId }, { place: '' }));
  } else {
    const place = page.records.at(-1)?.name ?? after;
    rows.push(update(zoneSignings, { domainId }, { place }));
  }
  return { rows };
}

/** Which of the names above these have another zone below them, or stand for other names. */
async function loadHiding(
  reader: HostmasterReader,
  { zone, domainId, signer }: SignedZone,
  sortKeys: readonly string[],
): Promise<Pick<TextMap<true>, 'get'>> {
  const above = TextMap.groupBy(sortKeys.flatMap(sortKeysAbove), (sortKey) => sortKey);
  const owners = [...above].flatMap(
    ([sortKey]) => relativeName(zone, nameOfSortKey(signer.zone, sortKey)) ?? [],
  );
  const records = await readPublishedNames(reader, { zone, domainId }, owners);
  const hiding = new TextMap<true>();
  for (const [sortKey, each] of TextMap.groupBy(records, ({ name }) =>
    sortKeyOf(signer.zone, name),
  )) {
    if (isHiding([...setsOf(each).keys()])) hiding.set(sortKey, true);
  }
  return hiding;
}

/** In the order of the chain. With the last name the signed zone is served. */
async function signNames(
  reader: HostmasterReader,
  signed: SignedZone,
  next: NextPage,
): Promise<Change> {
  const { zone, domainId } = signed;
  const { edits, place } = await signPage(reader, signed, next);
  if (place !== null) {
    return {
      rows: [...signatureRows(signed, edits), update(zoneSignings, { domainId }, { place })],
    };
  }
  return {
    rows: [
      ...wholeVersion(signed, edits),
      update(domains, { id: domainId }, { signing: 'signed' }),
      removeAll(zoneSignings, { domainId }),
    ],
    announce: [{ kind: 'zone-changed', zone, isCatalogDue: false }],
  };
}

async function loadEnd(reader: HostmasterReader, { id: domainId }: Domain): Promise<Change> {
  const [signature, name] = await Promise.all([
    reader.first(anySignature, { domainId }),
    reader.first(anySignedName, { domainId }),
  ]);
  const page = { domainId, limit: rowsPerStep };
  if (signature !== undefined) return { rows: [statement('deleteSomeSignatures', page)] };
  if (name !== undefined) return { rows: [statement('deleteSomeNames', page)] };
  return {
    rows: [
      removeAll(zoneKeys, { domainId }),
      removeAll(zoneSignings, { domainId }),
      update(domains, { id: domainId }, { signing: 'off' }),
    ],
  };
}
