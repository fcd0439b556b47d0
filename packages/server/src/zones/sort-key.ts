/**
 * The place of a name in the canonical order of its zone (RFC 4034, section 6.1), as text: the labels
 * below the apex from the right, each as hexadecimal octets, with 00 in between. Digits and the letters
 * a to f compare alike in every collation of a database.
 */
import { Name } from '@hostmaster/dns';

/** Before every other name: labels start with octets from 20 on. */
export const apexSortKey = '0';
const separator = '00';

/** The name is at or below the zone, and in lower case. */
export function sortKeyOf(zone: Name, name: Name): string {
  const below = name.labels().slice(0, name.labelCount - zone.labelCount);
  if (below.length === 0) return apexSortKey;
  return below.reverse().map(hexadecimalOf).join(separator);
}

const longerPairs = { '00': '0101', '01': '0102' } as const;

/** Names of questions may have the octets 00 and 01, which no stored name has: they need two. */
function hexadecimalOf(label: Uint8Array): string {
  const { buffer, byteOffset, length } = label;
  const text = Buffer.from(buffer, byteOffset, length).toString('hex');
  if (label.every((octet) => octet >= 2)) return text;
  return text.replace(/../g, (pair) => (pair === '00' || pair === '01' ? longerPairs[pair] : pair));
}

/** The name of a stored sort key. */
export function nameOfSortKey(zone: Name, sortKey: string): Name {
  if (sortKey === apexSortKey) return zone;
  const octets = Buffer.from(sortKey, 'hex');
  const labels: Uint8Array[] = [];
  for (let start = 0; start <= octets.length; ) {
    const zero = octets.indexOf(0, start);
    const end = zero === -1 ? octets.length : zero;
    labels.unshift(Uint8Array.from(octets.subarray(start, end)));
    start = end + 1;
  }
  return Name.fromLabels([...labels, ...zone.labels()]);
}

/** The names below one have the sort keys between these, and no other name has. */
export function sortKeysBelow(sortKey: string): {
  readonly after: string;
  readonly before: string;
} {
  return { after: `${sortKey}00`, before: `${sortKey}01` };
}

/** The sort keys of the names between this one and the apex, without both. */
export function sortKeysAbove(sortKey: string): string[] {
  const above: string[] = [];
  for (let at = 2; at < sortKey.length; at += 2) {
    if (sortKey.startsWith(separator, at)) above.push(sortKey.slice(0, at));
  }
  return above;
}
