/** A nameserver's hostname: at least two labels, LDH only, not an address; never resolved. */
import { isIP } from 'node:net';
import { isHostname, toAsciiName } from './host-labels.ts';

export function normaliseNameserver(text: string): string | null {
  const name = toAsciiName(text.endsWith('.') ? text.slice(0, -1) : text);
  if (name === null || !name.includes('.') || !isHostname(name)) return null;
  const topLabel = name.slice(name.lastIndexOf('.') + 1);
  return isIP(name) !== 0 || /^[0-9]+$/.test(topLabel) ? null : name;
}
