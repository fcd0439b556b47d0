/** When a domain last changed its owner, and when it came from another registrar. */
import { integer, nullable, text } from '../../column.ts';
import { table } from '../../table.ts';

export const domainMoves = table('domain_moves', {
  domainId: text(),
  /** Calendar time of the registry's confirmation. */
  ownerChangedAt: nullable(integer()),
  transferredAt: nullable(integer()),
});
