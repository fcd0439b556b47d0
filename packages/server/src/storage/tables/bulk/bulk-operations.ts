/** Bulk operations: one operation for each of many domains. Times are calendar milliseconds. */
import type { BulkKind } from '@hostmaster/contract';
import {
  type EntityOf,
  integer,
  json,
  nullable,
  sealedJson,
  table,
  text,
  word,
} from '@hostmaster/storage';
import type { RegistrantContact } from '../domains/domains.ts';
import type { ActorKind } from '../events/activity.ts';

export interface BulkParameters {
  readonly years?: number;
  readonly enabled?: boolean;
  readonly nameservers?: string[];
  readonly contact?: RegistrantContact;
  readonly autoRenew?: boolean;
  readonly privacyEnabled?: boolean;
  readonly template?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly replace?: boolean;
  readonly addTags?: string[];
  readonly removeTags?: string[];
}

/** How many items are in each state, and what they cost. */
export interface BulkTally {
  readonly ready: number;
  readonly done: number;
  readonly failed: number;
  /** Failed in an earlier round, and not planned again yet. */
  readonly outdated: number;
  readonly plannedCents: number;
  readonly chargedCents: number;
}

export const bulkOperations = table('bulk_operations', {
  id: text(),
  workspaceId: text(),
  kind: word<BulkKind>(),
  /** Encrypted, because they may have a registrant. */
  parameters: sealedJson<BulkParameters>(),
  state: word<'planning' | 'planned' | 'running' | 'finished' | 'cancelled'>(),
  /** Raised by each retry: what failed in an earlier round is planned again. */
  round: integer(),
  /** How many domains it has. */
  size: integer(),
  /** As of the latest slice. */
  tally: json<BulkTally>(),
  creatorKind: word<ActorKind>(),
  creatorId: text(),
  /** Who has planned, started or retried it last: its operations are carried out as theirs. */
  runnerKind: word<ActorKind>(),
  runnerId: text(),
  createdAt: integer(),
  startedAt: nullable(integer()),
  endedAt: nullable(integer()),
});

export type BulkOperation = EntityOf<typeof bulkOperations>;
