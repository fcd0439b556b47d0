/** Terms: the registration and each renewal of a domain. */
import { flag, integer, text, word } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const terms = table('terms', {
  id: text(),
  domainId: text(),
  /** 1, 2, 3, … within the domain, given out under the domain's lock. */
  position: integer(),
  kind: word<'registration' | 'renewal'>(),
  years: integer(),
  state: word<'pending' | 'posted' | 'voided'>(),
  acceptedAt: integer(),
  holdId: text(),
  /** True when auto-renewal began it. */
  automatic: flag(),
});

export type Term = EntityOf<typeof terms>;
