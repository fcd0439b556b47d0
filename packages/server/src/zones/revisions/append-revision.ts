/** Writes one revision of a zone: who changed what, and by which door. */
import { timeOfId } from '../../base/ids.ts';
import { insert, type RowWrite } from '../../storage/row-write.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { ActorKind } from '../../storage/tables/events/activity.ts';
import {
  type Door,
  type NameserverChange,
  type RecordAlteration,
  zoneRevisions,
} from '../../storage/tables/zones/zone-revisions.ts';

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
