/** Several processes start at once on an empty place: one prepares it, all of them serve. */
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition.ts';
import { query } from '../../packages/server/src/storage/schema.ts';
import { describeOnBothEngines } from '../rig/engines.ts';
import { runCommand, startServer } from '../rig/process.ts';
import { Customer } from './customer.ts';
import { configOf, expectLedgerVerified } from './examine.ts';

const apiKey = 'first-key-0123456789abcdef';
const countWorkspaces = query<object>()(({ db }) => db.selectFrom('workspaces').select('id'));

describeOnBothEngines('processes that start together on an empty place', (engine) => {
  it('migrate it once', async () => {
    const place = await engine.place();
    const results = await Promise.all(
      Array.from({ length: 4 }, () => runCommand(place, 'ledger', 'verify', '--json')),
    );
    for (const { code, stdout, stderr } of results) {
      expect({ code, stdout, stderr }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"ok":true'),
      });
    }
  });

  it('all serve, with one first workspace between them', async () => {
    const place = await engine.place();
    const environment = { HOSTMASTER_FIRST_API_KEY: apiKey };
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => startServer(engine, { place, environment })),
    );
    const customer = new Customer(apiKey);
    for (const [index, server] of servers.entries()) {
      customer.turnTo(server);
      await customer.mustRegister([`start-${index}.com`]);
    }
    const stores = await openStores(configOf(place));
    engine.afterwards(() => stores.close());
    expect(await stores.database.all(countWorkspaces, {})).toHaveLength(1);
    for (const server of servers) await server.destroy();
    await expectLedgerVerified(place);
  });
});
