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

/** Domains of a workspace whose latest change the registry refused. */
export const listRefusals = query<{ workspaceId: string; limit: number }>({ page: 100 })(
  ({ db, p }) =>
    db
      .selectFrom('registry_notes')
      .innerJoin('domains', 'domains.id', 'registry_notes.domain_id')
      .select('domains.name')
      .select(registryNotes.select('refusal'))
      .where('domains.workspace_id', '=', p.workspaceId)
      .where('domains.state', '=', 'live')
      .where('refusal', 'is not', null)
      .orderBy('domains.name')
      .limit(p.limit),
).decodedBy(registryNotes);

export const findNotes = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('registry_notes')
    .select(registryNotes.select())
    .where('domain_id', '=', p.domainId),
).decodedBy(registryNotes);
