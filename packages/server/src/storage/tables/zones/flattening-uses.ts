/** What one zone publishes for a flattening target. */
import { integer, json, text } from '../../column.ts';
import { type EntityOf, table } from '../../table.ts';

export const flatteningUses = table('flattening_uses', {
  domainId: text(),
  target: text(),
  ttlSeconds: integer(),
  /** In their canonical text, sorted. */
  addresses: json<readonly string[]>(),
});

export type FlatteningUse = EntityOf<typeof flatteningUses>;
