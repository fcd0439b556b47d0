/** What one zone publishes for a flattening target. */
import { type EntityOf, integer, json, table, text } from '@hostmaster/storage';

export const flatteningUses = table('flattening_uses', {
  domainId: text(),
  target: text(),
  ttlSeconds: integer(),
  /** In their canonical text, sorted. */
  addresses: json<readonly string[]>(),
});

export type FlatteningUse = EntityOf<typeof flatteningUses>;
