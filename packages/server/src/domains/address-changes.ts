/** The address changes that bring a host to its desired addresses. */
import { parseIpAddress, presentIpAddress } from '@hostmaster/dns';

/** An address has many spellings (RFC 5952); what is removed is spelled as the registry has it. */
export function addressChanges(host: {
  readonly has: readonly string[];
  readonly wants: readonly string[];
}): { readonly add: readonly string[]; readonly remove: readonly string[] } {
  const has = new Set(host.has.map(canonical));
  const wants = new Set(host.wants.map(canonical));
  return {
    add: host.wants.filter((address) => !has.has(canonical(address))),
    remove: host.has.filter((address) => !wants.has(canonical(address))),
  };
}

function canonical(address: string): string {
  const octets = parseIpAddress(address);
  return octets === null ? address.toLowerCase() : presentIpAddress(octets);
}
