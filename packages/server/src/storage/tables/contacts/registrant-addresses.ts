/** Email addresses of registrants that were asked to confirm them: one row in each workspace. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const registrantAddresses = table('registrant_addresses', {
  workspaceId: text(),
  /** In lower case. */
  address: text(),
  /** Hash of the newest link; null where none was needed. */
  tokenHash: nullable(text()),
  /** Calendar time, as all times here. */
  askedAt: integer(),
  confirmedAt: nullable(integer()),
  /** When the time to confirm was over; null again when a new domain has the address. */
  overdueAt: nullable(integer()),
  /** When the sweep must handle the address; null: never. */
  dueAt: nullable(integer()),
  /** The last domain of the workspace that learned of the result; empty before the first. */
  walkedTo: text(),
});

export type RegistrantAddress = EntityOf<typeof registrantAddresses>;
