/** Inserts many domain rows at once, without history: for query plans, limits and measurements. */

import { query } from '@hostmaster/test-rig/any-query';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { sql } from 'kysely';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';

export interface PortfolioOptions {
  readonly workspaceId: string;
  readonly count: number;
  readonly prefix: string;
  readonly expiresAt: (i: number) => number;
  readonly dueAt: (i: number) => number | null;
  readonly noticedUntil: number;
  readonly autoRenew?: boolean;
}

const pageSize = 5_000;

/** The rows travel as one JSON text, so that the statement is the same for any number. */
const insertRows = query<{ rows: string; workspaceId: string }>()(({ db, p, dialect }) => {
  const rows =
    dialect.engine === 'sqlite'
      ? sql`select value ->> 'id' as id, value ->> 'name' as name, value ->> 'autoRenew' as auto_renew,
          value ->> 'expiresAt' as expires_at, value ->> 'dueAt' as due_at,
          value ->> 'noticedUntil' as noticed_until from json_each(${p.rows})`
      : sql`select "id", "name", "autoRenew" as auto_renew, "expiresAt" as expires_at,
          "dueAt" as due_at, "noticedUntil" as noticed_until
          from jsonb_to_recordset(cast(${p.rows} as jsonb)) as row ("id" text, "name" text,
            "autoRenew" integer, "expiresAt" bigint, "dueAt" bigint, "noticedUntil" bigint)`;
  const statement = sql`insert into domains (id, workspace_id, name, state, visible, auto_renew,
      privacy_enabled, transfer_locked, nameservers, contact, premium, desired_revision,
      applied_revision, auth_code, years, created_at, expires_at, registry_expires_at,
      renewal_failed, due_at, noticed_until, renewal_tried_at, release_began_at)
    select id, cast(${p.workspaceId} as text), name, 'live', 1, auto_renew, 0, 1, '[]', '{}', null,
      1, 1, null, 1, 0, expires_at, expires_at, 0, due_at, noticed_until, null, null
    from (${rows}) as given`;
  return { compile: () => statement.compile(db) };
});

/** The service compares domains with the registry once a minute, and notes when. */
const deleteNotes = query<{ ids: string }>()(({ db, p }) =>
  db.deleteFrom('registry_notes').where('domain_id', 'like', p.ids),
);
const deleteDomains = query<{ ids: string }>()(({ db, p }) =>
  db.deleteFrom('domains').where('id', 'like', p.ids),
);

/** The rows have no history: tests of a service remove them before its ledger is verified. */
export async function deletePortfolio(database: HostmasterDatabase, prefix: string): Promise<void> {
  const ids = `dom_${prefix}-%`;
  await database.transaction(async (tx) => {
    await tx.run(deleteNotes, { ids });
    await tx.run(deleteDomains, { ids });
  });
}

export async function insertPortfolio(
  database: HostmasterDatabase,
  options: PortfolioOptions,
): Promise<void> {
  const { workspaceId, count, prefix } = options;
  for (let from = 0; from < count; from += pageSize) {
    const length = Math.min(pageSize, count - from);
    const rows = Array.from({ length }, (_, k) => {
      const i = from + k;
      return {
        id: `dom_${prefix}-${i}`,
        name: `${prefix}-${i}.com`,
        autoRenew: options.autoRenew === true ? 1 : 0,
        expiresAt: options.expiresAt(i),
        dueAt: options.dueAt(i),
        noticedUntil: options.noticedUntil,
      };
    });
    await database.transaction((tx) =>
      tx.run(insertRows, { rows: JSON.stringify(rows), workspaceId }),
    );
  }
}

/** A workspace whose domains need nothing done. Returns its id. */
export async function createIdleWorkspace(
  database: HostmasterDatabase,
  options: { readonly count: number; readonly at: number },
): Promise<string> {
  const { count, at } = options;
  const { id } = await persistDecided(
    database,
    newWorkspace({ name: 'W', email: null, creditCents: 0, at }),
  );
  await insertPortfolio(database, {
    workspaceId: id,
    count,
    prefix: 'w',
    expiresAt: () => at,
    dueAt: () => null,
    noticedUntil: 0,
    autoRenew: false,
  });
  return id;
}
