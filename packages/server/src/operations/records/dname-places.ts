/**
 * Where DNAME records may stand (RFC 6672, sections 2.3 and 2.4): one at a name, not beside a delegation, and
 * with no record below it. Nameservers refuse a whole zone otherwise, so a change that would lead to it is
 * refused.
 */
import { loadEach } from '@hostmaster/storage';
import { invalidRequest, quotaExceeded, type Refusal } from '../../base/errors.ts';
import {
  dnamesOf,
  listDnames,
  listOwnerRecords,
  type NamedOwnerSets,
  pageRecordsBelow,
} from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';

interface Sides {
  readonly removed: readonly StoredRecord[];
  readonly added: readonly StoredRecord[];
}

type Named = Pick<StoredRecord, 'id' | 'name'>;

/** What the zone has at the places that matter to a change, without what the change removes. */
export interface DnamePlaces {
  /** At names above new records, and at newly delegated names. */
  readonly dnames: readonly Named[];
  /** The records at each new DNAME, and one below it. */
  readonly around: readonly {
    readonly dname: StoredRecord;
    readonly beside: readonly StoredRecord[];
    readonly below: Named | null;
  }[];
}

/** Each new DNAME reads the names of the whole zone. */
const newDnamesMax = 20;
const pageRows = 500;

const nowhere: DnamePlaces = { dnames: [], around: [] };

export async function loadDnamePlaces(
  reader: HostmasterReader,
  { id: domainId }: Pick<Domain, 'id'>,
  { removed, added, held }: Sides & { readonly held?: NamedOwnerSets | undefined },
): Promise<DnamePlaces> {
  if (added.length === 0) return nowhere;
  const isGone = goneIn({ removed, added });
  const names = placesAbove({ removed, added });
  const replaced = new Set(removed.filter(isDname).map(({ name }) => name));
  const written = added.filter(isDname);
  if (written.filter(({ name }) => !replaced.has(name)).length > newDnamesMax) {
    throw quotaExceeded(
      `${newDnamesMax} new DNAME records at once`,
      'Send them in several requests.',
    );
  }
  const dnames =
    held !== undefined
      ? dnamesOf(held)
      : names.length === 0
        ? []
        : await loadEach(reader, listDnames, { domainId, names });
  const around: DnamePlaces['around'][number][] = [];
  for (const dname of written) {
    const { name } = dname;
    const held = await reader.all(listOwnerRecords, { domainId, name });
    const below = replaced.has(name) ? null : await findBelow(reader, { domainId, name }, isGone);
    around.push({ dname, beside: held.filter((one) => !isGone(one)), below });
  }
  return { dnames: dnames.filter((one) => !isGone(one)), around };
}

/** A record below the name that stays; null when there is none. */
async function findBelow(
  reader: HostmasterReader,
  { domainId, name }: { readonly domainId: string; readonly name: string },
  isGone: (record: Named) => boolean,
): Promise<Named | null> {
  const suffix = name === '@' ? '' : `.${name}`;
  for (let after = ''; ; ) {
    const page = await reader.all(pageRecordsBelow, { domainId, suffix, after, limit: pageRows });
    const kept = page.find((one) => !isGone(one));
    const last = page.at(-1);
    if (kept !== undefined || last === undefined || page.length < pageRows) return kept ?? null;
    after = last.id;
  }
}

export function requireDnamePlaces({ dnames, around }: DnamePlaces, { added }: Sides): void {
  for (const { dname, beside, below } of around) {
    const others = [...beside, ...added].filter(
      ({ id, name }) => name === dname.name && id !== dname.id,
    );
    if (others.some(isDname)) {
      throw refused(`"${dname.name}" can have one DNAME record only`);
    }
    if (dname.name !== '@' && others.some(({ type }) => type === 'NS'))
      throw delegatedToo(dname.name);
    const lower = below ?? added.find(({ name }) => isBelow(name, dname.name));
    if (lower !== undefined) {
      throw refused(
        `the DNAME at "${dname.name}" redirects all names below it, and "${lower.name}" has records`,
      );
    }
  }
  for (const { name } of dnames) {
    const lower = added.find((record) => isBelow(record.name, name));
    if (lower !== undefined) {
      throw refused(
        `the DNAME at "${name}" redirects all names below it, so "${lower.name}" cannot have records`,
      );
    }
    if (added.some((record) => isDelegation(record) && record.name === name))
      throw delegatedToo(name);
  }
}

/** The names above new owner names, and those that become delegated. */
export function placesAbove({ removed, added }: Sides): readonly string[] {
  const held = new Set(removed.map(({ name }) => name));
  const names = new Set<string>();
  for (const record of added) {
    if (isDelegation(record)) names.add(record.name);
    if (!held.has(record.name)) for (const above of ancestorsOf(record.name)) names.add(above);
  }
  return [...names];
}

function ancestorsOf(name: string): readonly string[] {
  if (name === '@') return [];
  const labels = name.split('.');
  return ['@', ...labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'))];
}

function goneIn({ removed, added }: Sides): (record: Named) => boolean {
  let gone: ReadonlySet<string> | null = null;
  return ({ id }) => {
    // Nearly all changes have no DNAME near them, and ask about no record.
    gone ??= new Set([...removed, ...added].map((record) => record.id));
    return gone.has(id);
  };
}

function isDname({ type }: StoredRecord): boolean {
  return type === 'DNAME';
}

function isDelegation({ type, name }: StoredRecord): boolean {
  return type === 'NS' && name !== '@';
}

function isBelow(name: string, above: string): boolean {
  return above === '@' ? name !== '@' : name.endsWith(`.${above}`);
}

function delegatedToo(name: string): Refusal {
  return refused(`"${name}" cannot have both NS and DNAME records`);
}

function refused(message: string): Refusal {
  return invalidRequest({ path: 'name', message });
}
