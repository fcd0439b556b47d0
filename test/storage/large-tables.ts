/**
 * Fills the tables of a PostgreSQL database with invented rows, for tests of query plans. Only how many
 * different values a column has matters, so most follow from its name and type.
 */
import type pg from 'pg';

/** Tables that stay small however large a deployment is. */
export const smallTables = new Set([
  'calendar',
  'catalog_confirmations',
  'deployment',
  'prices',
  'receipt_series',
  'release_confirmations',
  'schema_migrations',
  'secondaries',
]);

const rowsClaimed = 100_000;
/**
 * The long run writes all of them. Fewer are spread over many pages: the planner counts pages, and the
 * catalog says how many rows a page has.
 */
const isLong = process.env.HOSTMASTER_TEST_LONG !== undefined;
const [rowsWritten, fillFactor] = isLong ? [rowsClaimed, 100] : [2_000, 10];
const rowsOfSmall = 5;

const rarely = (rare: string, usual: string) =>
  `case when g % 1000 = 0 then '${rare}' else '${usual}' end`;

/** One customer has half of what customers have most of. */
const skewed = "case when g % 2 = 0 then 'workspace_1' else 'workspace_' || g % 5000 end";

/** Columns whose values are neither one of a kind nor all the same. */
const values: Readonly<Record<string, string>> = {
  'accounts.id': "'workspace_' || g",
  'accounts.workspace_id': "'workspace_' || g",
  'activity.workspace_id': skewed,
  'activity.action': "'action_' || g % 40",
  'domains.workspace_id': skewed,
  'domains.auto_renew': '1',
  'domains.due_at': 'g',
  'domains.name': "'name-' || g || '.com'",
  'domains.state':
    "case when g % 100 = 0 then 'failed' when g % 101 = 0 then 'provisioning' else 'live' end",
  'domains.visible': 'case when g % 50 = 1 then 0 else 1 end',
  'event_streams.workspace_id': "'workspace_' || g",
  'event_streams.oldest_at': 'g',
  'events.workspace_id': skewed,
  'events.type': "'type_' || g % 27",
  'jobs.kind': "'kind_' || g % 20",
  'jobs.lane': "'domain_' || g",
  'mails.kind': "'kind_' || g % 20",
  'mails.state': rarely('waiting', 'sent'),
  'records.domain_id': "'domain_' || g % 10000",
  'records.name': "'name-' || g % 20",
  'records.type': "'type_' || g % 5",
  'terms.hold_id': "'transfer_' || g",
  'terms.kind': rarely('registration', 'renewal'),
  'terms.state': rarely('pending', 'posted'),
  'top_ups.state': rarely('created', 'paid'),
  'transfers.from_account': skewed,
  'transfers.hold_id': "case when g % 2 = 0 then 'transfer_' || g - 1 end",
  'transfers.kind': "case when g % 2 = 0 then 'post' else 'hold' end",
  'transfers.to_account': "'held'",
  'transfers_in.status': rarely('pending', 'completed'),
  'transfers_out.state': rarely('pending', 'approved'),
  'webhook_deliveries.state': rarely('pending', 'delivered'),
  'webhook_deliveries.webhook_id': "'webhook_' || g % 1000",
  'zone_confirmations.secondary': "'secondary_' || g % 4",
  'zone_confirmations.zone': "'name-' || g / 4 || '.com'",
  'zone_journal.zone': "'name-' || g / 4 || '.com'",
  'zone_revisions.domain_id': "'domain_' || g / 10",
  'zones.catalog_due': 'case when g % 1000 = 0 then 1 else 0 end',
  'zones.domain_id': "'domain_' || g",
  'zones.name': "'name-' || g || '.com'",
};

export async function fillTables(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica');
  const { rows: checks } = await client.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`,
  );
  for (const { statement } of checks) await client.query(statement);
  const { rows: tables } = await client.query<{ name: string; columns: Column[] }>(
    `select table_name as name, json_agg(json_build_object(
       'name', column_name, 'type', data_type, 'isNullable', is_nullable = 'YES')) as columns
     from information_schema.columns where table_schema = current_schema() group by 1`,
  );
  for (const { name, columns } of tables) {
    const isSmall = smallTables.has(name);
    await client.query(
      `alter table ${name} set (fillfactor = ${fillFactor}, autovacuum_enabled = false);
       insert into ${name} (${columns.map((column) => column.name).join(', ')})
       select ${columns.map((column) => invented(name, column)).join(', ')}
       from generate_series(1, ${isSmall ? rowsOfSmall : rowsWritten}) as g on conflict do nothing;
       analyze ${name};
       update pg_class set reltuples = ${isSmall ? rowsOfSmall : rowsClaimed} where oid = '${name}'::regclass
         or oid in (select indexrelid from pg_index where indrelid = '${name}'::regclass)`,
    );
  }
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

function invented(table: string, { name, type, isNullable }: Column): string {
  const given = values[`${table}.${name}`];
  if (given !== undefined) return given;
  if (name === 'workspace_id') return "'workspace_' || g % 500";
  if (name === 'id') return type === 'text' ? `'${table.replace(/s$/, '')}_' || g` : 'g';
  if (name.endsWith('_id')) return `'${name.replace(/_id$/, '')}_' || g`;
  const value =
    type === 'text'
      ? `'${name}-' || g`
      : type === 'bytea'
        ? `'\\x00'::bytea`
        : type === 'integer'
          ? '0'
          : 'g';
  return isNullable ? `case when g % 100 = 0 then ${value} end` : value;
}
