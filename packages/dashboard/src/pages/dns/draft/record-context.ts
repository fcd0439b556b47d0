/** What names inside a domain's records mean, for the grammar. */
import type { RecordContext } from '@hostmaster/dns/records';

export function recordContext(domain: string): RecordContext {
  return { origin: domain, toAscii };
}

/** Letters beyond ASCII as the browser itself writes them in addresses. */
function toAscii(label: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}-]+$/u.test(label)) return null;
  return URL.parse(`https://${label}.example`)?.hostname.replace(/\.example$/, '') ?? null;
}
