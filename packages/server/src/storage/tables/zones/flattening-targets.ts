/** Hosts whose addresses are published under other names. All times are machine time. */
import { type EntityOf, integer, json, nullable, table, text, word } from '@hostmaster/storage';

export const flatteningTargets = table('flattening_targets', {
  name: text(),
  outcome: word<'unknown' | 'found' | 'none'>(),
  ttlSeconds: integer(),
  /** In their canonical text, sorted. */
  addresses: json<readonly string[]>(),
  /** The zone of ours that the answer came from. */
  ownZone: nullable(text()),
  /** Lookups that failed since the last answer. */
  failures: integer(),
  resolvedAt: nullable(integer()),
  refreshAt: integer(),
});

export type FlatteningTarget = EntityOf<typeof flatteningTargets>;
