/** Writes one revision of a zone: who changed what, and by which door. */
import { timeOfId } from '../../base/ids.ts';
import { appendRevisions, raiseZoneRevision } from '../../storage/queries/zone-revisions.ts';
import { type Command, command } from '../../storage/query.ts';
import { insert, type RowWrite } from '../../storage/row-write.ts';
import type { HostmasterTx, Schema } from '../../storage/schema.ts';
import type { ActorKind } from '../../storage/tables/activity.ts';
import type { Domain } from '../../storage/tables/domains.ts';
import {
  type Door,
  type NameserverChange,
  type RecordAlteration,
  zoneRevisions,
} from '../../storage/tables/zone-revisions.ts';

export interface RevisionAuthor {
  readonly actor: { readonly kind: ActorKind; readonly id: string };
  /** Calendar time. */
  readonly now: number;
  /** Where the actor alone does not tell it. */
  readonly via?: Door;
}

const doors: Readonly<Record<ActorKind, Door>> = {
  api_key: 'api',
  user: 'dashboard',
  update_key: 'dns_update',
  operator: 'command',
  system: 'system',
};

/**
 * The revision is written together with the commit. Returns the command that raises the number of the
 * zone's revision, for the batch of the change. The caller holds the lock of the domain.
 */
export function appendRevision(
  tx: HostmasterTx,
  { actor, now, via = doors[actor.kind] }: RevisionAuthor,
  domain: Pick<Domain, 'id' | 'zoneRevision'>,
  change: {
    readonly alterations: readonly RecordAlteration[];
    readonly nameservers: NameserverChange | null;
  },
): Command<Schema> {
  const { alterations, nameservers } = change;
  const counts = countsOf(alterations);
  const revision = domain.zoneRevision + 1;
  tx.atCommit(appendRevisions, {
    domainId: domain.id,
    revision,
    at: now,
    actorKind: actor.kind,
    actorId: actor.id,
    via,
    ...counts,
    changes: alterations,
    nameservers,
  });
  const growth = counts.added - counts.removed;
  return command(raiseZoneRevision, { id: domain.id, revision, growth });
}

/** The row of the next revision of a zone. The caller raises the number of the domain. */
export function revisionRow(
  {
    actor,
    now,
    operationId,
    via = doors[actor.kind],
  }: RevisionAuthor & { readonly operationId: string },
  domain: Pick<Domain, 'id' | 'zoneRevision'>,
  change: {
    readonly alterations: readonly RecordAlteration[];
    readonly nameservers: NameserverChange | null;
  },
): RowWrite {
  return insert(zoneRevisions, {
    domainId: domain.id,
    revision: domain.zoneRevision + 1,
    at: now,
    // The id of an operation is made when it begins.
    recordedAt: timeOfId(operationId),
    actorKind: actor.kind,
    actorId: actor.id,
    via,
    ...countsOf(change.alterations),
    changes: change.alterations,
    nameservers: change.nameservers,
  });
}

export function countsOf(alterations: readonly RecordAlteration[]): {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
} {
  const added = alterations.filter(([before]) => before === null).length;
  const removed = alterations.filter(([, after]) => after === null).length;
  return { added, changed: alterations.length - added - removed, removed };
}
