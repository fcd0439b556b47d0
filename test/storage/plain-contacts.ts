/** Registrant contacts as the database stores them, and as an earlier version has left them there. */
import type { TestPlace } from '@hostmaster/test-rig/engines';
import { runStatement } from '@hostmaster/test-rig/run-statement';

/** As after an upgrade of a database that has workspaces. To be called before the first contact is stored. */
export async function forgetSealing(place: TestPlace): Promise<void> {
  await runStatement(
    place,
    'update contact_sealing set alone_since = null, began_at = null, probe = null',
  );
  await runStatement(place, 'update schema_migrations set requires = null where version = 108');
}

/** Saves the contact of the first domain so many times, as it is stored. */
export async function copyContacts(place: TestPlace, count: number): Promise<void> {
  await runStatement(
    place,
    `insert into saved_contacts (id, workspace_id, label, contact, created_at)
     with recursive copies(number) as
       (select 1 union all select number + 1 from copies where number < ${count})
     select 'con_copy_' || number, workspace_id, 'Copy', contact, 0
     from copies, (select workspace_id, contact from domains order by id limit 1) as original`,
  );
}

/** The contacts of domains, and those that are saved. */
export async function storedContacts(place: TestPlace): Promise<string[]> {
  const rows = await runStatement<{ contact: string }>(
    place,
    'select contact from domains union all select contact from saved_contacts',
  );
  return rows.map(({ contact }) => contact);
}

export async function countPlainContacts(place: TestPlace): Promise<number> {
  return (await storedContacts(place)).filter((stored) => stored.startsWith('{')).length;
}
