/** Production sells nothing before its operator has set prices and nameservers, and says what is missing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { newDomain } from '../../packages/server/src/operations/registration/register-domain.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { generateApiKey } from '../../packages/server/src/workspaces/api-key.ts';
import { environmentOf, type ProcessEnvironment, runProgram, startProcess } from './program.ts';

const nameservers = { HOSTMASTER_NAMESERVERS: 'ns1.example.net,ns2.example.net' };
const setPrice = ['price', 'set', '--tld', 'com', '--register', '12', '--renew', '14'];
const nothingForSale = 'Nothing is for sale yet';

describeOnBothEngines('a new production deployment', (engine) => {
  it.concurrent('sells nothing until prices and nameservers are set', async () => {
    const production = await productionOf(await engine.place());
    const created = await runProgram(
      ['workspace', 'create', '--name', 'First', '--json'],
      production,
    );
    const { apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string };
    const banner = async (settings: ProcessEnvironment) => {
      const running = await startProcess(['serve'], { ...production, ...settings });
      const { text, url } = await running.banner();
      const checked = await fetch(`${url}/v1/domains/check`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ domain: 'some-name.com' }),
      });
      const body = (await checked.json()) as { readonly results?: unknown };
      await running.stop();
      return { text, status: checked.status, results: body.results };
    };

    const fresh = await banner({});
    expect(fresh).toMatchObject({ status: 200, results: [] });
    expect(fresh.text).toContain(nothingForSale);
    expect(fresh.text).toContain('HOSTMASTER_NAMESERVERS=');
    expect(fresh.text).toContain('npx hostmaster price set');

    const withNameservers = await banner(nameservers);
    expect(withNameservers).toMatchObject({ status: 200, results: [] });
    expect(withNameservers.text).not.toContain('HOSTMASTER_NAMESERVERS=');

    // As much as the service itself came with: the operator has decided it nevertheless.
    const priced = await runProgram(setPrice, production);
    expect(priced.code).toBe(0);
    expect(priced.stdout).toContain('Names are sold once HOSTMASTER_NAMESERVERS');
    const withPrice = await banner({});
    expect(withPrice).toMatchObject({ status: 200, results: [] });
    expect(withPrice.text).not.toContain('npx hostmaster price set');

    const ready = await banner(nameservers);
    expect(ready.text).not.toContain(nothingForSale);
    // Now the registry is asked, which does not exist here.
    expect(ready.status).toBe(503);
  });

  it.concurrent('that has sold names goes on with what it used, with a warning', async () => {
    const place = await engine.place();
    const production = await productionOf(place);
    await sellWithInitialSettings(place);
    const running = await startProcess(['serve'], production);
    const { text } = await running.banner();
    expect(text).not.toContain(nothingForSale);
    const { stderr } = await running.stop();
    expect(stderr).toContain('HOSTMASTER_NAMESERVERS is not set; new domains get ns1.hostmaster');
    expect(stderr).toContain('prices that the service came with');
    const prices = await runProgram(['price', 'list'], production);
    expect(prices.stdout).toMatch(/com +12 +14/);
  });
});

async function productionOf(place: TestPlace): Promise<ProcessEnvironment> {
  const file = (name: string) => join(place.dataDir, name);
  const registry = {
    name: 'unused',
    tlds: ['com'],
    host: 'epp.registry.invalid',
    credentialsFile: 'login.json',
  };
  await writeFile(file('login.json'), JSON.stringify({ clientId: 'ours', password: 'secret' }));
  await writeFile(file('epp.json'), JSON.stringify({ registries: [registry] }));
  return {
    ...environmentOf(place),
    HOSTMASTER_REGISTRAR: 'epp',
    HOSTMASTER_EPP_CONFIG: file('epp.json'),
    HOST: '127.0.0.1',
  };
}

/** As an earlier version left it. */
async function sellWithInitialSettings(place: TestPlace): Promise<void> {
  const database = await openDatabase({ ...place, databaseConnections: 2 });
  const at = Date.now();
  const key = generateApiKey('production');
  const { id: workspaceId } = await persist(
    database,
    openWorkspace({ name: 'First', email: null, creditCents: 0, at, key }),
  );
  const contact = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.net',
    phone: '+44.2079460100',
    address1: '1 Example Street',
    city: 'London',
    stateProvince: 'London',
    postalCode: 'W1A 1AA',
    country: 'GB',
  };
  const defaultNameservers = ['ns1.hostmaster.example', 'ns2.hostmaster.example'];
  const call = { actor: { workspaceId }, now: at, services: { rules: { defaultNameservers } } };
  const parsed = { name: 'sold.com', years: 1, autoRenew: false, privacyEnabled: false, contact };
  const domain = newDomain(call as never, parsed, null);
  await persistChange(database, { rows: [insert(domains, { ...domain, state: 'live' })] });
  await database.close();
}
