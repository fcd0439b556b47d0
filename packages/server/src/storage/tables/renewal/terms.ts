/** Terms: the registration, or the transfer from another registrar, and each renewal of a domain. */
import { type EntityOf, flag, integer, nullable, table, text, word } from '@hostmaster/storage';

export const terms = table('terms', {
  id: text(),
  domainId: text(),
  /** 1, 2, 3, … within the domain, given out under the domain's lock. */
  position: integer(),
  /** A transfer from another registrar is a registration with a row in `transfers_in`. */
  kind: word<'registration' | 'renewal'>(),
  years: integer(),
  state: word<'pending' | 'posted' | 'voided'>(),
  acceptedAt: integer(),
  holdId: text(),
  /** True when auto-renewal began it. */
  automatic: flag(),
  /** Expiry that the registry gave to a transfer that has succeeded. */
  endsAt: nullable(integer()),
});

export type Term = EntityOf<typeof terms>;
