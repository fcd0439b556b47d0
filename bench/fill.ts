/**
 * Fills a store with domains of the newest workspace and their records, beside a server that is at
 * rest or stopped. Rows are written in the order of their ids, as the service writes them, and ids
 * have the length of real ones.
 */

import { query } from '@hostmaster/test-rig/any-query';
import { sql } from 'kysely';
import { openStores } from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import type { HostmasterDatabase } from '../packages/server/src/storage/schema.ts';
import { contact } from './contact.ts';

const recordsPerDomain = 10;
const domainsPerStep = 20_000;
const progressEveryMs = 15_000;
/** All numbers have the same length, so that ids sort as numbers do. */
const firstNumber = 10_000_000;

/** Live domains that are in the catalog and were compared with the registry today. */
export async function fillStore(
  environment: Record<string, string>,
  domains: number,
): Promise<void> {
  const { database, close } = await openStores(readConfig(environment));
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0);
  let shownAt = startedAt;
  for (let done = 0; done < domains; ) {
    const count = Math.min(domainsPerStep, domains - done);
    await writeAll(database, stepOf(firstNumber + done, count));
    done += count;
    if (performance.now() - shownAt < progressEveryMs) continue;
    shownAt = performance.now();
    console.log(`  ${done.toLocaleString('en-US')} domains filled in ${seconds()} s`);
  }
  await writeAll(database, ['analyze']);
  await close();
  console.log(`  filled in ${seconds()} s`);
}

/** Each statement in a transaction of its own. */
export async function writeStore(
  environment: Record<string, string>,
  texts: readonly string[],
): Promise<void> {
  const { database, close } = await openStores(readConfig(environment));
  await writeAll(database, texts);
  await close();
}

/** Begins a statement that inserts a row for each of `numbers.n`. */
export function numbersOf(first: number, count: number): string {
  return `with recursive numbers (n) as (select ${first} union all select n + 1 from numbers where n < ${first + count - 1})`;
}

function stepOf(first: number, count: number): string[] {
  const numbers = numbersOf(first, count);
  const id = `'dom_00' || n || '0000000000000000'`;
  const name = `'large-' || n || '.com'`;
  return [
    `insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed, record_count)
      ${numbers} select ${id}, (select max(id) from workspaces), ${name}, 'live', 1, 0, 0, 1, '["ns1.example.net","ns2.example.net"]', '${JSON.stringify(contact)}', 1, 1, 1, 0, 4102444800000, 0, ${recordsPerDomain} from numbers`,
    `insert into records (id, domain_id, type, name, ttl_seconds, value, created_at)
      ${numbers}, hosts (i) as (select 0 union all select i + 1 from hosts where i < ${recordsPerDomain - 1})
      select 'rec_00' || n || '000000000000000' || i, ${id}, 'A', 'host' || i, 300, '192.0.2.' || i, 0 from numbers cross join hosts order by n, i`,
    `insert into zones (name, domain_id, serial, previous_serial, changed_at, listed_id, catalog_due)
      ${numbers} select ${name}, ${id}, 1, 0, 0, ${id}, 0 from numbers`,
    `insert into registry_notes (domain_id, seen_at, sends_auth_code)
      ${numbers} select ${id}, ${Date.now()}, 0 from numbers`,
  ];
}

async function writeAll(database: HostmasterDatabase, texts: readonly string[]): Promise<void> {
  const isPostgres = database.dialect.engine === 'postgres';
  for (const text of texts) {
    await database.transaction(async (tx) => {
      // The references are right, and checking each takes longer than the insert.
      if (isPostgres) await tx.run(raw('set local session_replication_role = replica'), {});
      await tx.run(raw(text), {});
    });
  }
}

function raw(text: string) {
  return query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
}
