/** Domains that an operator has put on hold at the registry, or has taken off hold again. */
import { flag, integer, text } from '../../column.ts';
import { type EntityOf, table } from '../../table.ts';

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
