/** The names of signed zones that publish something: the chain of NSEC records follows from them. */
import { type EntityOf, flag, json, table, text } from '@hostmaster/storage';

export const signedNames = table('signed_names', {
  domainId: text(),
  /** Compares as the names do (zones/sort-key.ts). */
  sortKey: text(),
  /** The types that its records have. */
  types: json<readonly number[]>(),
  /** False below a delegation or a DNAME: such a name is not part of the chain. */
  isShown: flag(),
});

export type SignedName = EntityOf<typeof signedNames>;
