/**
 * PostgreSQL plans a statement once for all zones and workspaces, of which most are small. In a large one
 * it has to look up what is asked for all the same, instead of reading all that the zone has.
 */
import { postgresDialect, type Query } from '@hostmaster/storage';
import { createEngine } from '@hostmaster/test-rig/engines';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactSealer } from '../../packages/server/src/storage/contact-sealer.ts';
import { readMigrations } from '../../packages/server/src/storage/migrate.ts';
import { listTagsOfNames } from '../../packages/server/src/storage/queries/domains/domain-tags.ts';
import { countBusyDomains } from '../../packages/server/src/storage/queries/domains/domains.ts';
import {
  countOwnersSets,
  findRecords,
  listDelegations,
  listDnames,
  listDnamesBetween,
  listOwnersRecords,
  readNamedOwnerSets,
} from '../../packages/server/src/storage/queries/records/records.ts';
import {
  findDocumentDomains,
  listKeyPages,
} from '../../packages/server/src/storage/queries/search/search-index.ts';
import {
  listNeighbours,
  listSignatures,
  listSignedNames,
} from '../../packages/server/src/storage/queries/zones/signing.ts';
import type { Schema } from '../../packages/server/src/storage/schema.ts';

const migrations = readMigrations(
  new URL('../../packages/server/src/storage/migrations/', import.meta.url),
);
/** What belongs to a zone, or to a workspace with many domains. */
const owner = "case when n <= 20000 then 'large' else 'small_' || n / 10 end";
const many = 'from generate_series(1, 50000) as n';

const fill = `
  insert into records (id, domain_id, type, name, ttl_seconds, value, created_at)
    select 'n' || n, ${owner}, 'A', 'n' || n, 300, '192.0.2.1', 0 ${many};
  insert into signed_names (domain_id, sort_key, types, is_shown)
    select ${owner}, 'n' || n, 'A', 1 ${many};
  insert into zone_signatures (domain_id, sort_key, type, records, refresh_at)
    select ${owner}, 'n' || n, 1, '', n ${many};
  insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled,
      transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at,
      expires_at, renewal_failed)
    select 'n' || n, ${owner}, 'n' || n, 'live', 1, 1, 1, 1, '[]', '', 1, 1, 1, 0, 0, 0 ${many};
  insert into search_keys (segment_id, page, first_key, keys)
    select ${owner}, 'n' || n, n, '' ${many};
  analyze records, signed_names, zone_signatures, domains, search_keys`;

const tables = ['records', 'signed_names', 'zone_signatures', 'domains', 'search_keys'];

const domainId = 'large';
const workspaceId = 'large';
const names = Array.from({ length: 20 }, (_, index) => `n${500 * index + 1}`);

describe('in a large zone beside many small ones, names are looked up (postgres)', () => {
  const engine = createEngine('postgres');
  let client: pg.Client;

  beforeAll(async () => {
    const place = await engine.place();
    await engine.open({ place, migrations });
    client = new pg.Client({
      connectionString: place.databaseUrl ?? '',
      // Without the domains of these records.
      options: '-c search_path=hostmaster -c session_replication_role=replica',
    });
    await client.connect();
    await client.query(fill);
    await client.query('set plan_cache_mode = force_generic_plan');
  }, 120_000);
  afterAll(() => client.end());

  it('by listOwnersRecords', () => isLookedUp(listOwnersRecords, { domainId, names }));

  it('by countOwnersSets', () => isLookedUp(countOwnersSets, { domainId, names }));

  it('by listDnames', () => isLookedUp(listDnames, { domainId, names }));

  it('by listDnamesBetween', () =>
    isLookedUp(listDnamesBetween, { domainId, after: 'n1', upTo: 'n2' }));

  it('by listDelegations', () => isLookedUp(listDelegations, { domainId, names }));

  it('by readNamedOwnerSets', () =>
    isLookedUp(readNamedOwnerSets, {
      ...{ name: 'n1', types: ['A'], countMax: 100 },
      ...{ workspaceId: 'ws', domain: 'large.com', dnamesAt: ['@', 'n1'] },
    }));

  it('by findRecords', () => isLookedUp(findRecords, { domainId, ids: names }));

  it('by listSignedNames', () => isLookedUp(listSignedNames, { domainId, sortKeys: names }));

  it('by listNeighbours', () => isLookedUp(listNeighbours, { domainId, sortKeys: names }));

  it('by listSignatures', () => isLookedUp(listSignatures, { domainId, sortKeys: names }));

  it('by listKeyPages', () => isLookedUp(listKeyPages, { segmentId: 'large', pages: names }));

  it('by countBusyDomains', () => isLookedUp(countBusyDomains, { workspaceId, names }));

  it('by listTagsOfNames', () => isLookedUp(listTagsOfNames, { workspaceId, names }));

  it('by findDocumentDomains', () => isLookedUp(findDocumentDomains, { workspaceId, names }));

  /** Each index is asked for more than the zone or workspace, in the plan for all values. */
  async function isLookedUp<P extends object>(query: Query<Schema, P, unknown>, params: P) {
    const { sql, bind } = query.compile(postgresDialect);
    const values = bind(params, new ContactSealer(null)).map((value) =>
      pg.escapeLiteral(String(value)),
    );
    await client.query(`prepare asked as ${sql}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) execute asked(${values})`,
    );
    await client.query('deallocate asked');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    const conditions = [...reads(plan ?? expect.unreachable())].map((node) => node['Index Cond']);
    expect(conditions).not.toEqual([]);
    for (const condition of conditions)
      expect(condition).toMatch(/\b(?:id|name|sort_key|page) [=<>]/);
  }
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A bitmap is made by a node below the one of its table. */
function* reads(node: PlanNode): Generator<PlanNode> {
  const { 'Relation Name': table = '', 'Index Name': index } = node;
  const isIndex = tables.some((each) => index?.startsWith(`${each}_`) === true);
  const isTable = tables.includes(table) && node['Node Type'] !== 'Bitmap Heap Scan';
  if (isIndex || isTable) yield node;
  for (const child of node.Plans ?? []) yield* reads(child);
}
