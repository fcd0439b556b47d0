/** The history of zones: each committed change of records or nameservers is one revision. */
import { integer, json, nullable, table, text, word } from '@hostmaster/storage';
import type { ActorKind } from '../events/activity.ts';
import type { StoredRecord } from '../records/records.ts';

/** The edge that a change came in through. */
export type Edge =
  | 'api'
  | 'dashboard'
  | 'dns_update'
  | 'zone_file'
  | 'restore'
  | 'powerdns'
  | 'command'
  | 'system';

/** `before` is null for a new record, `after` for a deleted one. */
export type RecordAlteration = readonly [before: StoredRecord | null, after: StoredRecord | null];

export interface NameserverChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export const zoneRevisions = table('zone_revisions', {
  domainId: text(),
  /** Counts from 1 without gaps. */
  revision: integer(),
  /** Calendar time. */
  at: integer(),
  /** Machine time, for pruning. */
  recordedAt: integer(),
  actorKind: word<ActorKind>(),
  actorId: text(),
  via: word<Edge>(),
  added: integer(),
  changed: integer(),
  removed: integer(),
  /** None where they are stored in parts (zone_revision_parts). */
  changes: json<readonly RecordAlteration[]>(),
  nameservers: nullable(json<NameserverChange>()),
  /** The size of what changed, in JSON; 0 for revisions of earlier versions. */
  bytes: integer(),
});
