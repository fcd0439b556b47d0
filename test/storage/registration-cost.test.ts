/** What one registration costs the stores when nothing else happens, from the request to the catalog. */
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

describeEdge('one registration alone', (service) => {
  it('runs at most 82 statements in five write transactions', async () => {
    const { client } = await service.workspace();
    const costs: Cost[] = [];
    // Other work of the service can only add to it: one round without any is enough.
    for (let round = 0; round < 30 && !costs.some(isWithin); round += 1) {
      const statements = recordStatements();
      await client.call('registerDomain', { domain: service.freshName(), contact });
      costs.push(costOf(await statements.untilListed));
    }
    expect(costs.some(isWithin), JSON.stringify(costs)).toBe(true);
  });
});

interface Cost {
  readonly statements: number;
  readonly writeTransactions: number;
  readonly questionsForJobs: number;
}

/** What the service asks from time to time, whether or not a name is registered. */
const polls =
  /"transfer_until" is not null|from "(messages|webhooks|flattening_targets|secondaries)"/;

/** The statements of all connections, the registry's own included, until the catalog has the zone. */
function recordStatements(): { readonly untilListed: Promise<readonly string[]> } {
  const statements: string[] = [];
  const listed = Promise.withResolvers<readonly string[]>();
  const steps = [/^insert into "zones"/, /^update "zones" set "listed_id"/, /^commit/];
  const note = (sql: string) => {
    if (!polls.test(sql)) statements.push(sql);
    if (steps[0]?.test(sql)) steps.shift();
    if (steps.length === 0) listed.resolve([...statements]);
  };
  vi.restoreAllMocks();
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    note(sql);
    exec.call(this, sql);
  });
  for (const method of ['run', 'all'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => never;
    vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      note(this.sourceSQL);
      return original.apply(this, values);
    });
  }
  return { untilListed: listed.promise };
}

function costOf(statements: readonly string[]): Cost {
  const count = (pattern: RegExp) => statements.filter((sql) => pattern.test(sql)).length;
  return {
    statements: statements.length,
    writeTransactions: count(/^begin immediate/),
    questionsForJobs: count(/"oldestAt"/),
  };
}

function isWithin({ statements, writeTransactions, questionsForJobs }: Cost): boolean {
  return statements <= 82 && writeTransactions <= 5 && questionsForJobs <= 7;
}
