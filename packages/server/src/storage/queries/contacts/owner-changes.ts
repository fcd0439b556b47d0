/** Changes of the registrant that the registry has not confirmed yet: at most one per domain. */
import { query } from '../../schema.ts';
import { type OwnerChange, ownerChanges } from '../../tables/contacts/owner-changes.ts';
import { domains } from '../../tables/domains/domains.ts';

export const findOwnerChange = query<{ domainId: string }>()(({ db, p }) =>
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

export const findDomainContact = query<{ domainId: string }>()(({ db, p }) =>
  db.selectFrom('domains').select(domains.select('contact')).where('id', '=', p.domainId),
).decodedBy(domains);

/** The confirmed contacts of the domains that a workspace holds, each once. */
export const listContacts = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('contact'))
    .distinct()
    .where('workspace_id', '=', p.workspaceId)
    .where('state', 'in', ['provisioning', 'live', 'releasing']),
).decodedBy(domains);

export const listWantedContacts = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('owner_changes')
    .innerJoin('domains', 'domains.id', 'owner_changes.domain_id')
    .select(ownerChanges.select('contact'))
    .where('domains.workspace_id', '=', p.workspaceId),
).decodedBy(ownerChanges);
