/** hostmaster domain show: the state of one domain, for operators. */
import { isoTime } from '../../base/iso-time.ts';
import { findHold } from '../../storage/queries/domains/domain-holds.ts';
import { type StoreFlags, withStores } from '../command.ts';
import { print } from '../print.ts';
import { requireHeldDomain } from '../zones/zone-export.ts';

export async function showDomain(text: string, flags: StoreFlags): Promise<void> {
  await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, text);
    const stored = await context.database.first(findHold, { domainId: domain.id });
    const hold =
      stored?.isHeld === true ? { reason: stored.reason, since: isoTime(stored.changedAt) } : null;
    const { name, workspaceId, state } = domain;
    const { transferLocked } = domain.transferOut;
    const { nameservers } = domain.zone;
    const isApplied = domain.registry.appliedRevision >= domain.registry.desiredRevision;
    const expiresAt = isoTime(domain.registration.expiresAt);
    print(
      flags,
      { domain: name, workspaceId, state, expiresAt, nameservers, transferLocked, hold, isApplied },
      [
        `${name}: ${state}, workspace ${workspaceId}`,
        `Expires:        ${expiresAt}`,
        `Nameservers:    ${nameservers.join(', ')}`,
        `Transfer lock:  ${transferLocked ? 'on' : 'off'}`,
        `Hold:           ${hold === null ? 'none' : `since ${hold.since}: ${hold.reason}`}`,
        ...(isApplied ? [] : ['The registry has not confirmed the last change yet.']),
      ],
    );
  });
}
