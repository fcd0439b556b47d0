/** The context in which the grammar reads a domain's records. */
import type { RecordContext } from '@hostmaster/dns/records';

export function recordContext(domain: string): RecordContext {
  return { origin: domain, toAscii };
}

/** IDN labels in ASCII, converted by the browser's URL parser. */
function toAscii(label: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}-]+$/u.test(label)) return null;
  return URL.parse(`https://${label}.example`)?.hostname.replace(/\.example$/, '') ?? null;
}
