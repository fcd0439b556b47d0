/**
 * The next version of the catalog zone, written by one process at a time. Removals per day are limited
 * until an operator confirms more, so that a fault cannot remove every zone from the secondaries;
 * additions are not limited.
 */
import type { Decided } from '../../changes/persist.ts';
import { type CatalogGuard, catalogGuard } from '../../operations/zones/catalog-guard.ts';
import {
  lockCatalog,
  lockCatalogAdditions,
  lockCatalogRemovals,
} from '../../storage/queries/zones/zones.ts';
import { type RowWrite, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { statement, statementOfOne } from '../../storage/statements.ts';
import { zones } from '../../storage/tables/zones/zones.ts';
import { memberRecord } from '../../zones/catalog.ts';
import { packRecords } from '../../zones/journal-form.ts';

export const batchMax = 1_000;

export interface LoadedCatalog {
  /** Undefined before the first version. */
  readonly zone: { readonly domainId: string | null; readonly catalogDue: boolean } | undefined;
  readonly additions: readonly Member[];
  /** Those that are due. */
  readonly removals: readonly Member[];
  /** Null when no removal is due. */
  readonly guard: CatalogGuard | null;
}

interface Member {
  readonly name: string;
  readonly domainId?: string | null;
  readonly listedId: string | null;
}

export interface Published {
  /** The zones that the catalog lists newly. */
  readonly listed: readonly string[];
  /** How many members changed. */
  readonly changes: number;
  /** The limit that kept zones in the catalog. */
  readonly exceeded: CatalogGuard | null;
}

export async function loadCatalog(
  reader: HostmasterReader,
  { catalog, machineNow }: { readonly catalog: string; readonly machineNow: number },
): Promise<LoadedCatalog> {
  const [zone, additions, removals] = await Promise.all([
    reader.first(lockCatalog, { name: catalog }),
    reader.all(lockCatalogAdditions, { limit: batchMax }),
    reader.all(lockCatalogRemovals, { limit: batchMax }),
  ]);
  const isMember = ({ name }: Member) => name !== catalog;
  const due = removals.filter(isMember);
  const guard = due.length === 0 ? null : await catalogGuard(reader, machineNow);
  return { zone, additions: additions.filter(isMember), removals: due, guard };
}

/** A renewal is a new version in any case. */
export function publishCatalog(
  { catalog, isRenewal }: { readonly catalog: string; readonly isRenewal: boolean },
  { zone, additions, removals: due, guard }: LoadedCatalog,
): Decided<Published> {
  const room = guard === null ? 0 : Math.max(0, guard.allowed - guard.removed);
  const removals = due.slice(0, room);
  const changes = additions.length + removals.length;
  const exceeded = due.length > room ? guard : null;
  const own = ownRow(catalog, zone);
  if (changes === 0 && !isRenewal) {
    return { answer: { listed: [], changes, exceeded }, change: { rows: own } };
  }
  if (zone !== undefined && zone.domainId !== null) {
    throw new Error(`${catalog} is a domain and cannot be the catalog.`);
  }
  const gone = [...removals, ...additions].flatMap(({ name, listedId }) =>
    listedId === null ? [] : [{ zone: name, domainId: listedId }],
  );
  const come = additions.map(({ name, domainId }) => ({ zone: name, domainId: domainId ?? '' }));
  return {
    answer: { listed: namesOf(additions), changes, exceeded },
    change: {
      rows: [
        ...own,
        ...(additions.length > 0 ? [statement('markListed', { names: namesOf(additions) })] : []),
        ...(removals.length > 0 ? [statement('markDelisted', { names: namesOf(removals) })] : []),
        statementOfOne('raiseCatalogSerial', { name: catalog }),
        statementOfOne('insertCatalogRaise', {
          zone: catalog,
          removed: packRecords(gone.map((member) => memberRecord(catalog, member))),
          added: packRecords(come.map((member) => memberRecord(catalog, member))),
        }),
      ],
      announce: [{ kind: 'zone-changed', zone: catalog, isCatalogDue: false }],
    },
  };
}

/** The catalog is not a member of itself, also where a domain had its name before. */
function ownRow(catalog: string, zone: LoadedCatalog['zone']): readonly RowWrite[] {
  if (zone === undefined) return [statement('createCatalog', { name: catalog })];
  return zone.catalogDue ? [update(zones, { name: catalog }, { catalogDue: false })] : [];
}

function namesOf(zones: readonly { readonly name: string }[]): string[] {
  return zones.map(({ name }) => name);
}
