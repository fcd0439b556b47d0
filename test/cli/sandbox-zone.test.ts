/** hostmaster sandbox zone, as a nameserver reads it. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Name, presentRdata, readZoneFile, rrTypes, typeName } from '@hostmaster/dns';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createEngine } from '@hostmaster/test-rig/engines';
import { createOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from './operator.ts';

describe('the zone of a suffix', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(async () => {
    requirePrograms({ programs: ['named-checkzone'], packages: ['bind9-utils'] });
    await service.start();
  });
  afterAll(() => service.stop());

  it('has the registered names of the suffix and loads into a nameserver', async () => {
    const { client } = await service.workspace();
    const name = await service.liveDomain(client);
    const elsewhere = createOf('other-suffix.org');
    await service.registrar.create(elsewhere);
    await until('it is registered', async () => {
      return (await service.registrar.info(elsewhere.name))?.pending === null;
    });
    const text = await new Operator(service.place).text('sandbox', 'zone', 'com');
    const file = join(service.place.dataDir, 'com.zone');
    await writeFile(file, text);
    await promisify(execFile)('named-checkzone', ['com', file], { env: environment });
    const records = [...readZoneFile(text, { origin: Name.parse('com') })];
    const delegations = records.filter(({ type, name: owner }) => {
      return type === rrTypes.NS && owner.toHostname() === name;
    });
    expect(delegations.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toContain('other-suffix');
  });

  it('has the addresses of nameservers below the suffix, so that resolvers reach them', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client, 'own-servers.com');
    const user = await service.liveDomain(client, 'served-by-them.com');
    const nameservers = [`ns1.${domain}`, `ns2.${domain}`];
    const addresses = [
      { type: 'A', name: 'ns1', value: '192.0.2.53' },
      { type: 'AAAA', name: 'ns1', value: '2001:db8::53' },
      { type: 'A', name: 'ns2', value: '192.0.2.54' },
    ] as const;
    await client.call('changeRecords', {
      domain,
      creates: [...addresses, { type: 'A', name: 'www', value: '192.0.2.80' }],
    });
    for (const each of [domain, user]) {
      await client.call('replaceNameservers', { domain: each, nameservers });
      await service.untilNoJobs(each);
    }
    const text = await new Operator(service.place).text('sandbox', 'zone', 'com');
    const file = join(service.place.dataDir, 'glue.zone');
    await writeFile(file, text);
    // Without questions to the nameservers of other zones.
    const { stdout } = await promisify(execFile)('named-checkzone', ['-i', 'local', 'com', file], {
      env: environment,
    });
    expect(stdout).toMatch(/^zone com\/IN: loaded serial \d+\nOK\n$/);
    const shown = [...readZoneFile(text, { origin: Name.parse('com') })]
      .filter(({ name }) => /(^|\.)(own-servers|served-by-them)\.com$/.test(name.toHostname()))
      .map((each) => `${each.name.toHostname()} ${typeName(each.type)} ${presentRdata(each)}`);
    expect(shown.toSorted()).toEqual(
      [
        ...[domain, user].flatMap((each) => nameservers.map((host) => `${each} NS ${host}.`)),
        ...addresses.map(({ type, name, value }) => `${name}.${domain} ${type} ${value}`),
      ].toSorted(),
    );
  });

  it('refuses what is no suffix and no address', async () => {
    const operator = new Operator(service.place);
    expect(await operator.refused('sandbox', 'zone', 'a b')).toContain('"a b" is not a suffix');
    const wrong = ['sandbox', 'zone', 'com', '--server-address', 'here'];
    expect(await operator.refused(...wrong)).toContain('"here" is not an IP address');
  });
});
