/** When a domain was compared with its registry, and when it ended. */
import { flag, integer, nullable, table, text } from '@hostmaster/storage';

export const registryNotes = table('registry_notes', {
  domainId: text(),
  /** When it was last compared with the registry's object. */
  seenAt: integer(),
  sendsAuthCode: flag(),
  /** Calendar time at which the row failed or was released. */
  endedAt: nullable(integer()),
  /** Why the registry refused the latest change of the nameservers or of privacy. */
  refusal: nullable(text()),
  /** Calendar time at which the registry confirmed the last change; null when it confirmed none. */
  changedAt: nullable(integer()),
});
