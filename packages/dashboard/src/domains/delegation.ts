/** Which nameservers a domain is delegated to: all ours, all external, or both. */
export type Delegation = 'ours' | 'mixed' | 'external';

/** Resolvers use the records in Hostmaster only where the delegation names our nameservers. */
export function delegationOf(hosts: readonly string[], ours: readonly string[]): Delegation {
  const known = new Set(ours);
  const count = hosts.filter((host) => known.has(host)).length;
  if (count === hosts.length) return 'ours';
  return count === 0 ? 'external' : 'mixed';
}
