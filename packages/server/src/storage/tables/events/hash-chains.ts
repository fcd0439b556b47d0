/** How far the hash chains of a workspace reach (docs/adr/0041). */
import { integer, table, text, word } from '@hostmaster/storage';

export type ChainKind = 'activity' | 'ledger';

export const hashChains = table('hash_chains', {
  workspaceId: text(),
  kind: word<ChainKind>(),
  /** Machine time of the first link. */
  beganAt: integer(),
  lastSeq: integer(),
  /** The hash of the last link. */
  head: text(),
  /** The oldest link that is kept has this number. */
  firstSeq: integer(),
  /** The hash of the link before it. */
  anchor: text(),
});
