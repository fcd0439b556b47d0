/** Signs the edits of a change in zones that are signed. A zone that is not costs no query. */
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type SignedDifference, signDifference } from '../zone-data/sign-difference.ts';
import { joinDifferences } from '../zones/record-difference.ts';
import type { ZoneEdit } from './zone-edit.ts';

type Difference = Extract<ZoneEdit, { readonly kind: 'difference' }>;

/** By domain. */
export async function signZones(
  reader: HostmasterReader,
  ring: ZoneKeyRing,
  edits: readonly ZoneEdit[],
): Promise<ReadonlyMap<string, SignedDifference>> {
  const signed = new Map<string, SignedDifference>();
  const wanted = edits.filter(isSigned);
  if (wanted.length === 0) return signed;
  for (const [id, each] of Map.groupBy(wanted, ({ domain }) => domain.id)) {
    const [first] = each;
    if (first === undefined) continue;
    const difference = joinDifferences(each.map((edit) => edit.difference));
    const found = await signDifference(reader, ring, { domain: first.domain, difference });
    if (found !== null) signed.set(id, found);
  }
  return signed;
}

function isSigned(edit: ZoneEdit): edit is Difference {
  return edit.kind === 'difference' && edit.domain.zone.signing !== 'off';
}
