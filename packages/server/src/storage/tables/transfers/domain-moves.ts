/** When a domain last changed its owner, and when it came from another registrar. */
import { integer, nullable, table, text } from '@hostmaster/storage';

export const domainMoves = table('domain_moves', {
  domainId: text(),
  /** Calendar time of the registry's confirmation. */
  ownerChangedAt: nullable(integer()),
  transferredAt: nullable(integer()),
});
