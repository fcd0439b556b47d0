/** Domains that are on hold at the registry, or were taken off hold again. */
import { type EntityOf, flag, integer, nullable, table, text, word } from '@hostmaster/storage';

export const domainHolds = table('domain_holds', {
  domainId: text(),
  /** False after the hold was lifted: the registry must not keep it. */
  isHeld: flag(),
  /** Reason of the last change. */
  reason: text(),
  /** Calendar time of the last change. */
  changedAt: integer(),
  /** `registrant`: the registrant has not confirmed the address in time. Null for an operator's decision. */
  cause: nullable(word<'registrant'>()),
});

export type DomainHold = EntityOf<typeof domainHolds>;
