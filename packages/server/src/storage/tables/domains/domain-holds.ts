/** Domains that an operator has put on hold at the registry, or has taken off hold again. */
import { type EntityOf, flag, integer, table, text } from '@hostmaster/storage';

export const domainHolds = table('domain_holds', {
  domainId: text(),
  /** False after the hold was lifted: the registry must not keep it. */
  isHeld: flag(),
  /** Reason of the last change. */
  reason: text(),
  /** Calendar time of the last change. */
  changedAt: integer(),
});

export type DomainHold = EntityOf<typeof domainHolds>;
