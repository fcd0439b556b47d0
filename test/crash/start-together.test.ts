/** Several processes start at once on an empty place: one prepares it, all of them serve. */

import { until } from '@hostmaster/test-rig/crash-until';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { runCommand, startServer } from '@hostmaster/test-rig/process';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { Customer } from './customer.ts';
import { configOf, expectLedgerVerified } from './examine.ts';

const apiKey = 'first-key-0123456789abcdef';

describeOnBothEngines('processes that start together on an empty place', (engine) => {
  it('migrate it once', async () => {
    const place = await engine.emptyPlace();
    const results = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) =>
        runCommand(place, 'workspace', 'create', '--name', name, '--json'),
      ),
    );
    for (const { code, stdout, stderr } of results) {
      expect({ code, stdout, stderr }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"apiKey":'),
      });
    }
    await expectLedgerVerified(place);
  });

  it('all serve', async () => {
    const place = await engine.emptyPlace();
    const environment = { HOSTMASTER_FIRST_API_KEY: apiKey };
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => startServer(engine, { place, environment })),
    );
    const customer = new Customer(apiKey);
    for (const [index, server] of servers.entries()) {
      customer.useServer(server);
      await customer.registerAll([`start-${index}.com`]);
    }
    for (const server of servers) await server.destroy();
    await expectLedgerVerified(place);
  });

  if (engine.name === 'postgres') {
    it('make one first workspace, also when they check at the same moment', async () => {
      const place = await engine.emptyPlace();
      const stores = await openStores(configOf(place));
      await stores.close();
      const gate = await connect(engine, place);
      // Inside a transaction the server shows the activity as of its first read only.
      const watcher = await connect(engine, place);
      // Meanwhile processes may read, but not create a workspace.
      await gate.query('begin; lock table hostmaster.workspaces in share mode');
      const environment = { HOSTMASTER_FIRST_API_KEY: apiKey };
      const servers = Promise.all(
        Array.from({ length: 2 }, () => startServer(engine, { place, environment })),
      );
      servers.catch(() => {});
      await until(
        async () => {
          const waiting = await watcher.query(
            'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
          );
          return waiting.rowCount === 2;
        },
        { what: () => 'both to wait', withinMs: 30_000 },
      );
      await gate.query('commit');
      await servers;
      const workspaces = await gate.query('select id from hostmaster.workspaces');
      expect(workspaces.rowCount).toBe(1);
    });
  }
});

async function connect(engine: TestEngine, place: TestPlace): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: place.databaseUrl ?? '' });
  await client.connect();
  engine.afterwards(() => client.end());
  return client;
}
