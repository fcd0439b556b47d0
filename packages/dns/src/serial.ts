/** Zone serials wrap: arithmetic and order of RFC 1982 over 32 bits. */

/**
 * Negative when `a` is older, positive when it is newer, zero when equal. Serials exactly half the
 * space apart have no order (RFC 1982, section 3.2); that counts as older, so no transfer starts.
 */
export function compareSerials(a: number, b: number): number {
  const distance = (a - b) >>> 0;
  if (distance === 0) return 0;
  return distance < 0x8000_0000 ? 1 : -1;
}

export function isNewerSerial(candidate: number, current: number): boolean {
  return compareSerials(candidate, current) > 0;
}

/** The next serial: `requested` when it is newer than the last, otherwise one more. */
export function nextSerial(last: number, requested: number): number {
  return isNewerSerial(requested, last) ? requested >>> 0 : (last + 1) >>> 0;
}
