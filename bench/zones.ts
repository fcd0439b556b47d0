/** Zones beside a running server, as if their registrations had just been confirmed. */

import { query } from '@hostmaster/test-rig/any-query';
import { sql } from 'kysely';
import { openDatabase } from '../packages/server/src/storage/open-database.ts';

export async function createZones(
  dataDir: string,
  { zones, recordsPerZone }: { readonly zones: number; readonly recordsPerZone: number },
): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${zones})`;
  await inDatabase(dataDir, (database) =>
    database.transaction(async (tx) => {
      await tx.run(
        statement(`insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed)
        ${numbers} select 'dom_' || n, (select id from workspaces), 'zone-' || n || '.com', 'live', 1, 0, 0, 1, '["ns1.example.net","ns2.example.net"]', '{}', 1, 1, 1, 0, 4102444800000, 0 from numbers`),
        {},
      );
      for (let index = 0; index < recordsPerZone; index += 1) {
        await tx.run(
          statement(`insert into records (id, domain_id, type, name, ttl_seconds, value, created_at)
          ${numbers} select 'rec_' || n || '_${index}', 'dom_' || n, 'A', 'host${index}', 300, '192.0.2.${index}', 0 from numbers`),
          {},
        );
      }
      await tx.run(
        statement(`insert into zones (name, domain_id, serial, previous_serial, changed_at, listed_id, catalog_due)
        ${numbers} select 'zone-' || n || '.com', 'dom_' || n, 1, 0, 0, null, 1 from numbers`),
        {},
      );
    }),
  );
}

export async function inDatabase<T>(
  dataDir: string,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl: null, databaseConnections: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function statement(text: string) {
  return query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
}
