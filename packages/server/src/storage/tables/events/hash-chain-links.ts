/** The links of hash chains, one for each entry, numbered without gaps in the order of the commits. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export type ChainKind = 'activity' | 'ledger';

export const hashChainLinks = table('hash_chain_links', {
  workspaceId: text(),
  kind: word<ChainKind>(),
  seq: integer(),
  /** The row of the activity or of the ledger. */
  entryId: text(),
  /** Hashed with what can be erased of the entry; null where nothing can be, and once it was erased. */
  salt: nullable(text()),
  /** The digest of what was erased; null before. */
  erased: nullable(text()),
  hash: text(),
});

export type HashChainLink = EntityOf<typeof hashChainLinks>;
