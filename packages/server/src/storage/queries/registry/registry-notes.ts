/** When a domain was compared with its registry, and when it ended. */
import { query } from '../../schema.ts';
import { registryNotes } from '../../tables/registry/registry-notes.ts';

const untouched = {
  seenAt: 0,
  sendsAuthCode: false,
  endedAt: null,
  refusal: null,
  changedAt: null,
} as const;

export const setComparedAt = query<{ domainId: string; seenAt: number }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values(registryNotes.values({ ...untouched, domainId: p.domainId, seenAt: p.seenAt }))
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') })),
    ),
);

export const setSendsAuthCode = query<{ domainId: string; sends: boolean }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values(registryNotes.values({ ...untouched, domainId: p.domainId, sendsAuthCode: p.sends }))
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .doUpdateSet((eb) => ({ sends_auth_code: eb.ref('excluded.sends_auth_code') })),
    ),
);

/** The row failed or was released: no workspace pays for the name any more. */
export const setEndedAt = query<{ domainId: string; endedAt: number }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values(registryNotes.values({ ...untouched, domainId: p.domainId, endedAt: p.endedAt }))
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({ ended_at: eb.ref('excluded.ended_at') })),
    ),
);

export const setRefusal = query<{ domainId: string; refusal: string | null }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values(registryNotes.values({ ...untouched, domainId: p.domainId, refusal: p.refusal }))
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({ refusal: eb.ref('excluded.refusal') })),
    ),
);

/** The registry has confirmed a change of the domain. */
export const setChangedAt = query<{ domainId: string; changedAt: number }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values(registryNotes.values({ ...untouched, domainId: p.domainId, changedAt: p.changedAt }))
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .doUpdateSet((eb) => ({ changed_at: eb.ref('excluded.changed_at') })),
    ),
);

/**
 * Domains whose latest change the registry refused, with the name of those of this workspace. Few domains
 * have a refusal, so that reading all of them costs less than looking at each domain of a workspace.
 */
export const listRefusals = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('registry_notes')
        .select(['domain_id', 'refusal'])
        .where('refusal', 'is not', null)
        .where('domain_id', '>', p.after)
        .orderBy('domain_id')
        .limit(p.limit)
        .as('refused'),
    )
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.id', '=', 'refused.domain_id')
        .on('domains.workspace_id', '=', p.workspaceId)
        .on('domains.state', '=', 'live'),
    )
    .select(['refused.domain_id as domainId', 'refused.refusal', 'domains.name'])
    .orderBy('refused.domain_id'),
).by({ after: '' }, ({ domainId }) => ({ after: domainId }));

export const findNotes = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('registry_notes')
    .select(registryNotes.select())
    .where('domain_id', '=', p.domainId),
).decodedBy(registryNotes);
