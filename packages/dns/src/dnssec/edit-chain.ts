/**
 * How a change of some names changes the chain of a signed zone. It looks at these names and their
 * neighbours only, so it costs the same in a zone of any size.
 */
import type { ResourceRecord } from '../message.ts';
import type { Name } from '../name.ts';
import { listedTypes } from './authority.ts';
import { type ChainName, namesWithAuthority } from './chain-names.ts';
import { nsecRecord } from './sign-zone.ts';

export interface ChainInput {
  readonly zone: Name;
  /**
   * The zone before: the touched names, their ancestors, the nearest name with authority on either
   * side that is not touched, and all names below a touched one that hides them before or after.
   */
  readonly stored: readonly ChainName[];
  /** The names that change, as they are after; without types they are gone. The apex stays. */
  readonly touched: readonly ChainName[];
  /** The TTL of NSEC records. */
  readonly ttlSeconds: number;
}

export interface ChainEdit {
  /** NSEC records. One that changes is in both. */
  readonly removed: readonly ResourceRecord[];
  readonly added: readonly ResourceRecord[];
  /** Names that the zone has authority over now and had not before: none of their sets is signed. */
  readonly shown: readonly Name[];
  /** Names that were signed and no longer are. */
  readonly hidden: readonly Name[];
}

export function editChain({ zone, stored, touched, ttlSeconds }: ChainInput): ChainEdit {
  const changed = new Map(stored.map((each) => [each.name.key, each]));
  for (const each of touched) {
    if (each.types.size === 0) changed.delete(each.name.key);
    else changed.set(each.name.key, each);
  }
  const before = linksOf(stored, zone);
  const after = linksOf([...changed.values()], zone);
  const record = ({ at, next }: Link) => nsecRecord(at, { next, ttlSeconds });
  const gone = without(before, after);
  const fresh = without(after, before);
  return {
    removed: gone.map(record),
    added: fresh.map(record),
    shown: fresh.filter(({ at }) => !before.has(at.name.key)).map(({ at }) => at.name),
    hidden: gone.filter(({ at }) => !after.has(at.name.key)).map(({ at }) => at.name),
  };
}

interface Link {
  readonly at: ChainName;
  readonly next: Name;
}

type Links = ReadonlyMap<string, Link>;

/**
 * Between two names of the input that are no neighbours in the zone, the link is wrong: before and
 * after in the same way, so that it never counts as a difference.
 */
function linksOf(names: readonly ChainName[], zone: Name): Links {
  const shown = namesWithAuthority(names);
  return new Map(
    shown.map((at, index) => [at.name.key, { at, next: shown[index + 1]?.name ?? zone }]),
  );
}

function without(links: Links, others: Links): Link[] {
  return [...links].flatMap(([key, link]) => {
    const other = others.get(key);
    return other !== undefined && isSameLink(link, other) ? [] : [link];
  });
}

function isSameLink(a: Link, b: Link): boolean {
  return a.next.equals(b.next) && String(listedTypes(a.at)) === String(listedTypes(b.at));
}
