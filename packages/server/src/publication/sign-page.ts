/** Signs some names of a zone whole, in the order of its chain. */
import { loadEach } from '@hostmaster/storage';
import { TextMap } from '../base/text-map.ts';
import { listSignatures, pageChain } from '../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { linkOf } from '../zone-data/read-chain.ts';
import { readPublished } from '../zone-data/sign-difference.ts';
import type { SignedZone } from '../zone-data/signed-zone.ts';
import { setsOf } from '../zones/chain-plan.ts';
import { SignatureEdits } from '../zones/sign-sets.ts';
import { apexSortKey, nameOfSortKey, sortKeyOf } from '../zones/sort-key.ts';
import type { SetSigner } from './set-signer.ts';

/** Each has two signatures or more, and as many rows. */
const namesPerStep = 100;

export interface SignedPage {
  readonly edits: SignatureEdits;
  /** The last name of the page; null where no name follows. */
  readonly place: string | null;
}

/** A page that was signed before the change that stores it. */
export interface PageAhead {
  /** The zone as it was then. */
  readonly signed: SignedZone;
  readonly after: string;
  readonly page: SignedPage;
}

export interface NextPage {
  readonly after: string;
  readonly ahead: PageAhead | null;
}

/** The page that was signed ahead, unless the zone has changed since; then the page is signed now. */
export async function signPage(
  reader: HostmasterReader,
  signed: SignedZone,
  { after, ahead }: NextPage,
): Promise<SignedPage> {
  return isPageOf(ahead, signed, after) ? ahead.page : collectPage(reader, signed, after);
}

/** Whether it is the page after a place, and the zone has not changed since it was signed. */
export function isPageOf(
  ahead: PageAhead | null,
  signed: SignedZone,
  after: string,
): ahead is PageAhead {
  return ahead?.after === after && isSameVersion(ahead.signed, signed);
}

/** Each change of what a zone publishes, and with it of names and signatures, raises its serial. */
function isSameVersion(a: SignedZone, b: SignedZone): boolean {
  const keysOf = ({ keys }: SignedZone) => keys.map(({ id, stage }) => `${id} ${stage}`).join();
  return a.serial === b.serial && keysOf(a) === keysOf(b);
}

/** Signs a page in a thread, so that other requests are answered meanwhile. */
export async function signPageAhead(
  reader: HostmasterReader,
  setSigner: SetSigner,
  { signed, after }: { readonly signed: SignedZone; readonly after: string },
): Promise<PageAhead> {
  const page = await collectPage(reader, signed, after);
  await setSigner.sign(page.edits);
  return { signed, after, page };
}

async function collectPage(
  reader: HostmasterReader,
  signed: SignedZone,
  after: string,
): Promise<SignedPage> {
  const { domainId, signer } = signed;
  const names = await reader.all(pageChain, { domainId, after, limit: namesPerStep + 1 });
  const page = names.slice(0, namesPerStep);
  const sortKeys = page.map(({ sortKey }) => sortKey);
  const [stored, published] = await Promise.all([
    // Each version replaces the signature of the SOA.
    loadEach(reader, listSignatures, {
      domainId,
      sortKeys: [apexSortKey, ...sortKeys.filter((sortKey) => sortKey !== apexSortKey)],
    }),
    readPublished(reader, signed, sortKeys),
  ]);
  const edits = new SignatureEdits(signer, stored);
  const byKey = TextMap.groupBy(published, ({ name }) => sortKeyOf(signer.zone, name));
  for (const [index, { sortKey, types }] of page.entries()) {
    const name = nameOfSortKey(signer.zone, sortKey);
    edits.signName({ name, sortKey }, setsOf(byKey.get(sortKey) ?? []));
    const next = names[index + 1]?.sortKey ?? null;
    edits.sign(sortKey, [linkOf(signer.zone, { sortKey, types }, next)]);
  }
  const place = names.length > namesPerStep ? (sortKeys.at(-1) ?? after) : null;
  return { edits, place };
}
