/**
 * Signs what the changes of a commit publish: the sets that they touch, the NSEC records beside them and the
 * SOA. It reads the touched names, the names above them and their neighbours in the chain, so it costs the
 * same in a zone of any size.
 */
import type { Name, ResourceRecord } from '@hostmaster/dns';
import { loadEach } from '@hostmaster/storage';
import { Refusal } from '../base/errors.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import {
  listNeighbours,
  listSignatures,
  listSignedNames,
  pageNamesBetween,
} from '../storage/queries/zones/signing.ts';
import { insert, type RowWrite, remove, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';
import { signedNames } from '../storage/tables/zones/signed-names.ts';
import {
  type ChainPlan,
  isHiding,
  planChain,
  type StoredName,
  setsOf,
  type TouchedName,
  touchedNames,
} from '../zones/chain-plan.ts';
import type { RecordDifference } from '../zones/record-difference.ts';
import { SignatureEdits } from '../zones/sign-sets.ts';
import {
  apexSortKey,
  nameOfSortKey,
  sortKeyOf,
  sortKeysAbove,
  sortKeysBelow,
} from '../zones/sort-key.ts';
import { relativeName } from '../zones/wire-record.ts';
import { readPublishedNames } from './published-names.ts';
import {
  hasDigestAfter,
  loadSignedZone,
  nextVersion,
  type SignedZone,
  signatureRows,
  signedApex,
  withoutLargeDigest,
} from './signed-zone.ts';

export type SigningDomain = DomainWith<'id' | 'name' | 'signing'>;

export interface SignedDifference {
  readonly rows: readonly RowWrite[];
  /** Whether the rows raise the serial and write the journal; else that is done as for unsigned zones. */
  readonly isRaised: boolean;
}

/** Names below one that a change hides or shows: they are signed, or no longer, in the same change. */
const hiddenNamesMax = 999;

/**
 * Null for a zone that is not signed, nor being signed. The records, keys and nameservers of the difference
 * are written already; names and signatures follow from here.
 */
export async function signDifference(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  edit: { readonly domain: SigningDomain; readonly difference: RecordDifference },
): Promise<SignedDifference | null> {
  const signed = await loadSignedZone(reader, ring, edit.domain);
  if (signed === null || signed.signing === 'off' || signed.signing === 'ending') return null;
  const difference = withoutLargeDigest(signed, edit.difference);
  const after = { ...signed, hasDigest: hasDigestAfter(signed, difference) };
  const touched = await loadTouched(reader, after, difference);
  const stored = await loadNames(reader, signed, touched);
  const plan = planChain(signed.signer.zone, touched.names, [...touched.above, ...stored]);
  const names = nameRows(signed, plan, { touched: touched.names, stored });
  if (signed.signing === 'listing') return { rows: names, isRaised: false };
  const edits = await signPlan(reader, signed, { plan, touched: touched.names });
  if (signed.signing === 'signing') {
    return { rows: [...names, ...signatureRows(signed, edits)], isRaised: false };
  }
  const published = {
    removed: [...plan.edit.removed, ...difference.removed],
    added: [...plan.edit.added, ...difference.added],
  };
  const version = await nextVersion(reader, signed, published, edits);
  return { rows: [...names, ...version], isRaised: true };
}

interface Touched {
  readonly names: readonly TouchedName[];
  /** The names above them that do not change. */
  readonly above: readonly StoredName[];
}

async function loadTouched(
  reader: HostmasterReader,
  signed: SignedZone,
  difference: RecordDifference,
): Promise<Touched> {
  const { zone } = signed.signer;
  const keys = new Set(
    [...difference.removed, ...difference.added].map(({ name }) => sortKeyOf(zone, name)),
  );
  const aboveKeys = new Set([...keys].flatMap(sortKeysAbove));
  const published = await readPublished(reader, signed, [...new Set([...keys, ...aboveKeys])]);
  const byName = Map.groupBy(published, ({ name }) => sortKeyOf(zone, name));
  return {
    names: touchedNames(zone, difference, published),
    above: [...aboveKeys].flatMap((sortKey) => {
      const records = byName.get(sortKey);
      if (records === undefined || keys.has(sortKey)) return [];
      return [{ sortKey, types: [...setsOf(records).keys()], isShown: true }];
    }),
  };
}

/** With what the service itself has at the apex. */
export async function readPublished(
  reader: HostmasterReader,
  signed: SignedZone,
  sortKeys: readonly string[],
): Promise<readonly ResourceRecord[]> {
  const { zone, domainId, signer } = signed;
  const owners = sortKeys.flatMap(
    (sortKey) => relativeName(zone, nameOfSortKey(signer.zone, sortKey)) ?? [],
  );
  const records = await readPublishedNames(reader, { zone, domainId }, owners);
  return sortKeys.includes(apexSortKey) ? [...signedApex(signed), ...records] : records;
}

/** The touched names that are stored, their neighbours, and all below a name that hides them. */
async function loadNames(
  reader: HostmasterReader,
  { domainId }: SignedZone,
  { names }: Touched,
): Promise<readonly StoredName[]> {
  const keys = names.map(({ sortKey }) => sortKey);
  const hiding = names.filter(
    ({ sortKey, before, after }) =>
      sortKey !== apexSortKey && (isHiding([...before.keys()]) || isHiding([...after.keys()])),
  );
  const ranges = hiding.map(({ sortKey }) => sortKeysBelow(sortKey));
  const places = [...keys, ...ranges.map(({ before }) => before)];
  const [neighbours, ...below] = await Promise.all([
    loadEach(reader, listNeighbours, { domainId, sortKeys: places }),
    ...hiding.map(({ sortKey }) => loadNamesBelow(reader, { domainId, sortKey })),
  ]);
  const beside = neighbours.flatMap(({ previous, next }) => [previous ?? [], next ?? []].flat());
  const wanted = [...new Set([...keys, ...beside])];
  const rows = await loadEach(reader, listSignedNames, { domainId, sortKeys: wanted });
  return [...new Map([...rows, ...below.flat()].map((row) => [row.sortKey, row])).values()];
}

/** Refuses where they are too many to be hidden or shown in one change. */
export async function loadNamesBelow(
  reader: HostmasterReader,
  { domainId, sortKey }: { readonly domainId: string; readonly sortKey: string },
): Promise<readonly StoredName[]> {
  const range = { domainId, ...sortKeysBelow(sortKey), limit: hiddenNamesMax + 1 };
  const below = await reader.all(pageNamesBetween, range);
  if (below.length > hiddenNamesMax) throw tooManyBelow();
  return below;
}

function tooManyBelow(): Refusal {
  return new Refusal(
    'quota_exceeded',
    `The zone is signed, and a delegation or DNAME above or at which more than ${hiddenNamesMax} names lie changes with it. Delete some of these names first.`,
  );
}

function nameRows(
  { domainId, signer }: SignedZone,
  plan: ChainPlan,
  names: { readonly touched: readonly TouchedName[]; readonly stored: readonly StoredName[] },
): RowWrite[] {
  const stored = new Map(names.stored.map((each) => [each.sortKey, each]));
  const touched = new Set(names.touched.map(({ sortKey }) => sortKey));
  const rows = names.touched.flatMap((each): RowWrite[] => {
    const place = { domainId, sortKey: each.sortKey };
    const before = stored.get(each.sortKey);
    const types = [...each.after.keys()].sort((a, b) => a - b);
    if (types.length === 0) return before === undefined ? [] : [remove(signedNames, place)];
    const row = { types, isShown: plan.isShown(each) };
    if (before === undefined) return [insert(signedNames, { ...place, ...row })];
    const isSame = before.isShown === row.isShown && String(before.types) === String(types);
    return isSame ? [] : [update(signedNames, place, row)];
  });
  const turn = (changed: readonly Name[], isShown: boolean) => {
    for (const name of changed) {
      const sortKey = sortKeyOf(signer.zone, name);
      if (touched.has(sortKey) || !stored.has(sortKey)) continue;
      rows.push(update(signedNames, { domainId, sortKey }, { isShown }));
    }
  };
  turn(plan.edit.shown, true);
  turn(plan.edit.hidden, false);
  return rows;
}

async function signPlan(
  reader: HostmasterReader,
  signed: SignedZone,
  { plan, touched }: { readonly plan: ChainPlan; readonly touched: readonly TouchedName[] },
): Promise<SignatureEdits> {
  const { domainId, signer } = signed;
  const keyOf = (name: Name) => sortKeyOf(signer.zone, name);
  const { removed, added, shown, hidden } = plan.edit;
  const touchedKeys = new Set(touched.map(({ sortKey }) => sortKey));
  const others = (names: readonly Name[]) => names.filter((name) => !touchedKeys.has(keyOf(name)));
  const links = [...removed, ...added].map(({ name }) => keyOf(name));
  const sortKeys = [...new Set([apexSortKey, ...touchedKeys, ...links])];
  const shownKeys = others(shown).map(keyOf);
  const [stored, published] = await Promise.all([
    loadEach(reader, listSignatures, { domainId, sortKeys }),
    shownKeys.length === 0 ? [] : readPublished(reader, signed, shownKeys),
  ]);
  const edits = new SignatureEdits(signer, stored);
  edits.signLinks(plan);
  for (const each of touched) edits.signTouched(each, plan.isShown(each));
  const byName = Map.groupBy(published, ({ name }) => keyOf(name));
  for (const name of others(shown)) {
    edits.signName({ name, sortKey: keyOf(name) }, setsOf(byName.get(keyOf(name)) ?? []));
  }
  for (const name of others(hidden)) edits.dropAll(keyOf(name));
  return edits;
}
