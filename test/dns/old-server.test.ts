/** The zone of a domain that is coming in, as dig transfers it from the server it has now. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { contact, TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';

interface Key {
  readonly name: string;
  readonly algorithm: string;
  readonly secret: string;
}

const service = new TestService(createEngine('sqlite'), {});
beforeAll(() => {
  requireDnsPeers();
  return service.start();
});
afterAll(() => service.stop());

it('is imported from the output of dig AXFR', async () => {
  const { id, client } = await service.workspace();
  const served = await service.liveDomain(client);
  const www = { type: 'A', name: 'www', value: '192.0.2.1' } as const;
  const mail = { type: 'MX', name: '@', value: '5 mx.example.net' } as const;
  await client.call('changeRecords', { domain: served, creates: [www, mail] });
  const operator = new Operator(service.place);
  const key = await operator.json<Key>(
    ...['tsig', 'create', '--workspace', id, '--domain', served, '--transfer'],
  );
  const signed = `${key.algorithm}:${key.name}:${key.secret}`;
  const output = await dig(service.dnsPort, 'AXFR', served, '-y', signed);
  expect(output).toContain('XFR size');

  // The old server has the same zone under the name that comes in.
  const domain = service.freshName('sandbox-rival');
  const file = join(service.place.dataDir, 'old-zone');
  const unsigned = output.split('\n').filter((line) => !line.includes('TSIG'));
  writeFileSync(file, unsigned.join('\n').replaceAll(served, domain));
  await client.call('createTransfer', { domain, authCode: 'Rival-Code-1', contact });
  expect(await operator.json('zone', 'import', domain, file, '--yes')).toMatchObject({
    applied: true,
    refusedCount: 0,
  });
  const { records } = await client.call('listRecords', { domain });
  expect(records).toEqual([
    expect.objectContaining({ type: 'MX', name: '@' }),
    expect.objectContaining(www),
  ]);
});
