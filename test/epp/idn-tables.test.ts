/** A registry that needs the IDN table of names in other scripts. */
import { domainToASCII } from 'node:url';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { createEngine } from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openEppService } from './epp-service.ts';

const engine = createEngine('sqlite');

it('names are registered with the table of their script, and others are refused', async () => {
  const service = await openEppService(engine, {
    idnTables: ['Latn', 'Cyrl'],
    entry: { idnTables: { com: { Latin: 'Latn', Cyrillic: 'Cyrl' } } },
  });
  const { client } = service;
  const names = ['bücher.com', 'почта.com', 'plain.com'];
  for (const name of names) await service.register(name);

  const greek = { domain: 'ελλάδα.com', contact };
  const refused = await client.request('registerDomain', greek);
  expectRefusal(refused, { status: 400, code: 'invalid_request', fields: ['domain'] });
  expect(JSON.stringify(refused.body)).toContain('accepts: Latin, Cyrillic');
  const { results } = await client.call('checkDomains', { domain: 'ελλάδα.com' });
  expect(results).toMatchObject([{ available: false }]);

  await service.settled();
  const held = (await service.objects()).map(({ name }) => name);
  expect(held.toSorted()).toEqual(names.map(domainToASCII).toSorted());
  await service.expectExact();
});

it('without a table the registry refuses the name, and its credits return', async () => {
  const service = await openEppService(engine, { idnTables: ['Latn'] });
  const domain = 'bücher.com';
  await service.register(domain);
  await service.settled();
  expect((await service.client.call('getDomain', { domain })).domain.status).toBe('failed');
  await service.expectExact();
});
