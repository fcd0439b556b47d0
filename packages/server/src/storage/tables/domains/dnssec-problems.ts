/** What is wrong with DNSSEC of domains now. A problem that is over has no row. */
import { type EntityOf, integer, table, text, word } from '@hostmaster/storage';

export type DnssecProblemKind =
  /** Signatures end within days and were not made again. */
  | 'signatures_end_soon'
  /** Resolvers that validate reject the answers of this service. */
  | 'not_valid'
  /** A secondary serves signatures that have ended, end soon, or are wrong. */
  | 'secondary_outdated'
  /** The registry does not have the DS record of the key. */
  | 'key_without_ds'
  /** The registry has a DS record, and the zone is not signed with its key. */
  | 'ds_without_key';

export const dnssecProblems = table('dnssec_problems', {
  domainId: text(),
  kind: word<DnssecProblemKind>(),
  workspaceId: text(),
  /** A sentence for people. */
  detail: text(),
  /** Machine time at which it was found. */
  since: integer(),
});

export type DnssecProblem = EntityOf<typeof dnssecProblems>;
