/**
 * A naive reference for zone lookups, written from the RFCs and not from the product: it goes
 * through all owner names for every question. Names are relative to one zone, `@` is its apex.
 */

export interface TestRecord {
  readonly name: string;
  readonly type: 'A' | 'TXT' | 'NS' | 'CNAME' | 'ALIAS';
  /** For NS, CNAME and ALIAS a relative name, or null for a host in another zone. */
  readonly target: string | null;
  /** For A and TXT. */
  readonly value: string;
}

export type Outcome =
  | { readonly kind: 'delegation'; readonly cut: string }
  | { readonly kind: 'records'; readonly owner: string }
  | { readonly kind: 'nodata' }
  | { readonly kind: 'nxdomain' };

/** RFC 1034, section 4.3.2, and RFC 4592: which owner name has the records for `name`. */
export function locate(records: readonly TestRecord[], name: string): Outcome {
  const owners = records.map((record) => record.name);
  const cuts = records.filter(
    (record) => record.type === 'NS' && record.name !== '@' && !isWildcard(record.name),
  );
  const cut = cuts
    .map((record) => record.name)
    .filter((owner) => isAtOrBelow(name, owner))
    .sort((a, b) => a.length - b.length)[0];
  if (cut !== undefined) return { kind: 'delegation', cut };
  if (owners.includes(name)) return { kind: 'records', owner: name };
  if (name === '@' || owners.some((owner) => isAtOrBelow(owner, name))) return { kind: 'nodata' };
  // A wildcard covers a name unless some name strictly between its parent and that name exists.
  const wildcard = owners.filter(isWildcard).find((owner) => {
    const parent = owner === '*' ? '@' : owner.slice(2);
    const isBlocked = owners.some((other) =>
      ancestors(other).some((existing) => isBelow(existing, parent) && isAtOrBelow(name, existing)),
    );
    return isBelow(name, parent) && !isBlocked;
  });
  return wildcard === undefined ? { kind: 'nxdomain' } : { kind: 'records', owner: wildcard };
}

/** What one owner name publishes: records as they are, one CNAME, or the addresses of targets. */
export function nodeAt(
  records: readonly TestRecord[],
  owner: string,
): {
  readonly plain: readonly TestRecord[];
  readonly cname: string | null | undefined;
  readonly flattened: readonly (string | null)[];
} {
  const held = records.filter((record) => record.name === owner);
  const links = held.filter(({ type }) => type === 'CNAME' || type === 'ALIAS');
  const plain = held.filter(
    (record) =>
      !links.includes(record) && !(record.type === 'NS' && (owner === '@' || isWildcard(owner))),
  );
  const targets = [...new Set(links.map(({ target }) => target))];
  const isCname =
    owner !== '@' &&
    plain.length === 0 &&
    links.every(({ type }) => type === 'CNAME') &&
    targets.length === 1;
  if (isCname) return { plain, cname: targets[0], flattened: [] };
  const isBlocked = plain.some(({ type }) => type === 'A' || type === 'NS');
  return { plain, cname: undefined, flattened: isBlocked ? [] : targets };
}

/** The addresses of a host through CNAME and ALIAS; null when some link leads out of the zone. */
export function addressesOf(
  records: readonly TestRecord[],
  host: string | null,
  seen = new Set<string>(),
): Set<string> | null {
  if (host === null) return null;
  if (seen.has(host)) return new Set();
  seen.add(host);
  const found = locate(records, host);
  if (found.kind === 'delegation') return null;
  if (found.kind !== 'records') return new Set();
  const { plain, cname, flattened } = nodeAt(records, found.owner);
  const addresses = plain.filter(({ type }) => type === 'A').map(({ value }) => value);
  if (addresses.length > 0) return new Set(addresses);
  const links = cname === undefined ? flattened : [cname];
  const ends = links.map((link) => addressesOf(records, link, seen));
  return ends.includes(null) ? null : new Set(ends.flatMap((end) => [...(end ?? [])]));
}

function isWildcard(name: string): boolean {
  return name.split('.')[0] === '*';
}

function isAtOrBelow(name: string, above: string): boolean {
  return above === '@' || name === above || name.endsWith(`.${above}`);
}

function isBelow(name: string, above: string): boolean {
  return name !== above && isAtOrBelow(name, above);
}

/** The name itself and those above it, the apex left out. */
function ancestors(name: string): string[] {
  const labels = name === '@' ? [] : name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
