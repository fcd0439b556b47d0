/** A domain that went to another registrar: its zone is served no longer. */
import { type Change, combine, noChange } from '../changes/change.ts';
import { closeZone } from '../publication/open-zone.ts';
import { update } from '../storage/row-write.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import type { DueDomain } from './due-domain.ts';

/** `zone` is the zone of the name. One that has come back meanwhile has a zone of its own. */
export function withdrawZone(
  { domain }: DueDomain<'withdraw-zone'>,
  zone: { readonly domainId: string | null } | undefined,
): Change {
  const { id } = domain;
  return combine(zone?.domainId === id ? closeZone(domain) : noChange, {
    rows: [update(domains, { id }, { zoneUntil: null, dueAt: null })],
  });
}
