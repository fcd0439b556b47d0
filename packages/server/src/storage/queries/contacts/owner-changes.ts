/** Changes of the registrant that the registry has not confirmed yet: at most one per domain. */
import { query } from '../../schema.ts';
import { type OwnerChange, ownerChanges } from '../../tables/contacts/owner-changes.ts';
import { domains, heldStates } from '../../tables/domains/domains.ts';

export const findOwnerChange = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('owner_changes').select(ownerChanges.select()).where('domain_id', '=', p.domainId),
).decodedBy(ownerChanges);

export const setOwnerChange = query<OwnerChange>()(({ db, p }) =>
  db
    .insertInto('owner_changes')
    .values(ownerChanges.values(p))
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({
        id: eb.ref('excluded.id'),
        contact: eb.ref('excluded.contact'),
        requested_at: eb.ref('excluded.requested_at'),
      })),
    ),
);

export const findDomainContact = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('domains').select(domains.select('contact')).where('id', '=', p.domainId),
).decodedBy(domains);

/** The confirmed contacts of the domains that a workspace holds. */
export const listContacts = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'contact'))
    .where('workspace_id', '=', p.workspaceId)
    .where('state', 'in', heldStates)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
)
  .decodedBy(domains)
  .by({ after: '' }, ({ id }) => ({ after: id }));

export const listWantedContacts = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('owner_changes')
    .innerJoin('domains', 'domains.id', 'owner_changes.domain_id')
    .select(ownerChanges.select('domainId', 'contact'))
    .where('domains.workspace_id', '=', p.workspaceId)
    .where('owner_changes.domain_id', '>', p.after)
    .orderBy('owner_changes.domain_id')
    .limit(p.limit),
)
  .decodedBy(ownerChanges)
  .by({ after: '' }, ({ domainId }) => ({ after: domainId }));
