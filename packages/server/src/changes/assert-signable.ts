/**
 * Refuses a change of a signed zone that would sign too much at once. A refusal of its own commit would
 * make the changes that share it run again (docs/adr/0019).
 */
import { Name } from '@hostmaster/dns';
import type { HostmasterReader } from '../storage/schema.ts';
import { loadNamesBelow } from '../zone-data/sign-difference.ts';
import { isHiding } from '../zones/chain-plan.ts';
import { apexSortKey, sortKeyOf } from '../zones/sort-key.ts';
import type { ZoneEdit } from './zone-edit.ts';

export async function assertSignable(
  reader: HostmasterReader,
  edits: readonly ZoneEdit[],
): Promise<void> {
  const asked = edits.flatMap((edit) => {
    if (edit.kind !== 'difference' || !isSigned(edit.domain)) return [];
    const { domain, difference } = edit;
    const zone = Name.parse(domain.name);
    const hiding = [...difference.removed, ...difference.added].filter(({ type }) =>
      isHiding([type]),
    );
    const sortKeys = new Set(hiding.map(({ name }) => sortKeyOf(zone, name)));
    sortKeys.delete(apexSortKey);
    return [...sortKeys].map((sortKey) => loadNamesBelow(reader, { domainId: domain.id, sortKey }));
  });
  if (asked.length > 0) await Promise.all(asked);
}

function isSigned({ signing }: ZoneEdit['domain'] & { readonly signing?: string }): boolean {
  return signing !== 'off' && signing !== 'ending';
}
