/**
 * Text forms of IPv4 and IPv6 addresses: strict dotted quads, RFC 4291 section 2.2 in, RFC 5952
 * out.
 */

/** Four octets or sixteen, or null. */
export function parseIpAddress(text: string): Uint8Array | null {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

export function presentIpAddress(octets: Uint8Array): string {
  return octets.length === 4 ? presentIpv4(octets) : presentIpv6(octets);
}

/** IPv4 peers of a dual-stack socket appear as `::ffff:192.0.2.1`; this is `192.0.2.1` again. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[0-9]+\.)/i, '');
}

/** Four octets, or null. Leading zeros are refused because some readers take them for octal. */
export function parseIpv4(text: string): Uint8Array | null {
  let address = 0;
  let count = 0;
  let octet = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? dot : text.charCodeAt(at);
    if (code === dot) {
      if (octet === -1) return null;
      address = (address << 8) | octet;
      count += 1;
      octet = -1;
      continue;
    }
    const digit = code - zero;
    if (digit < 0 || digit > 9 || octet === 0 || count === 4) return null;
    octet = octet === -1 ? digit : 10 * octet + digit;
    if (octet > 255) return null;
  }
  if (count !== 4) return null;
  const octets = new Uint8Array(4);
  for (let index = 0; index < 4; index += 1) octets[index] = address >> (24 - 8 * index);
  return octets;
}

const [zero, dot] = [0x30, 0x2e];

/** Sixteen octets, or null. A zone id (`%eth0`) is no part of an address on the wire. */
export function parseIpv6(text: string): Uint8Array | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = parseGroups(halves[1] ?? '', halves.length === 2);
  if (head === null || tail === null) return null;
  const length = head.length + tail.length;
  // "::" stands for at least one group of zeros.
  if (halves.length === 1 ? length !== 16 : length > 14) return null;
  const octets = new Uint8Array(16);
  octets.set(head);
  octets.set(tail, 16 - tail.length);
  return octets;
}

export function presentIpv4(octets: Uint8Array): string {
  return `${octets[0]}.${octets[1]}.${octets[2]}.${octets[3]}`;
}

export function presentIpv6(octets: Uint8Array): string {
  const groups: number[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((octets[at] ?? 0) << 8) | (octets[at + 1] ?? 0));
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `::ffff:${presentIpv4(octets.subarray(12))}`;
  }
  const hex = groups.map((group) => group.toString(16));
  const { start, length } = longestZeroRun(groups);
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

function parseGroups(text: string, isLast: boolean): number[] | null {
  if (text === '') return [];
  const octets: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      octets.push(value >> 8, value & 0xff);
      continue;
    }
    const embedded = isLast && index === groups.length - 1 ? parseIpv4(group) : null;
    if (embedded === null) return null;
    octets.push(...embedded);
  }
  return octets;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let at = 0; at <= groups.length; at += 1) {
    if (groups[at] === 0) continue;
    if (at - start > best.length) best = { start, length: at - start };
    start = at + 1;
  }
  return best;
}
