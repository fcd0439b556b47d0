/**
 * The way of an operator from nothing to a validated name: DNSSEC on, the calendar forward, and a private
 * parent that is signed by BIND. delv walks from the key of the parent to the name.
 */
import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { environment } from '@hostmaster/test-rig/debian-packages';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { PrivateParent } from './private-parent.ts';

const execute = promisify(execFile);
const domain = 'chain-of-trust.com';

interface Status {
  readonly state: string;
  readonly phase: string | null;
  readonly keys: readonly { readonly ds: string }[];
}

describe('a domain with DNSSEC', () => {
  const engine = createEngine('sqlite');
  const service = new TestService(engine, {});
  let client: ApiClient;
  let operator: Operator;
  let parent: PrivateParent;

  beforeAll(async () => {
    await service.start();
    ({ client } = await service.workspace());
    operator = new Operator(service.place);
    await service.liveDomain(client, domain);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    parent = await PrivateParent.create({ domain, childPort: service.dnsPort });
    engine.afterwards(() => parent.stop());
  });
  afterAll(() => service.stop());

  const status = () => operator.json<Status>('dnssec', 'status', domain);

  it('is validated from its parent to the name', async () => {
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; unsigned answer');

    const begun = await operator.json<Status>('dnssec', 'on', domain);
    expect(begun).toMatchObject({ state: 'turning_on', phase: 'signing' });
    await operator.json('sandbox', 'advance', '1d');
    expect(await status()).toMatchObject({ state: 'on', keys: begun.keys });
    const text = await operator.text('dnssec', 'status', domain);
    expect(text).toContain(`${domain}: DNSSEC is on.`);
    expect(text).toContain(`${domain}. DS ${begun.keys[0]?.ds}`);

    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
    expect(await parent.delv(domain, 'SOA')).toContain('; fully validated');
    const missing = await parent.delv(`missing.${domain}`, 'A');
    expect(missing).toContain('; negative response, fully validated');
  });

  it('has keys that other servers can sign with', async () => {
    const directory = (await createTestDirectory()).path;
    const [key] = (await status()).keys;
    const { files } = await operator.json<{ files: string[] }>(
      ...['dnssec', 'export-key', domain, '--out', directory],
    );
    expect(files.map((file) => extname(file))).toEqual(['.key', '.private']);
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
    const options = { env: environment, cwd: directory };
    const { stdout } = await execute('dnssec-dsfromkey', ['-2', files[0] ?? ''], options);
    expect(stdout.trim()).toBe(`${domain}. IN DS ${key?.ds}`);
    const zone = `@ 300 IN SOA ns.example.net. h.example.net. 1 60 60 60 60\n@ 300 IN NS ns.example.net.\n$INCLUDE ${files[0]}\n`;
    await writeFile(join(directory, 'zone'), zone);
    await execute('dnssec-signzone', ['-q', '-z', '-o', domain, 'zone', files[0] ?? ''], options);
    await execute('dnssec-verify', ['-q', '-z', '-o', domain, 'zone.signed'], options);
    const again = await operator.refused('dnssec', 'export-key', domain, '--out', directory);
    expect(again).toContain('EEXIST');
  });

  it('is validated in each phase of a new key, also by a resolver with the old DS record', async () => {
    const [old] = (await status()).keys;
    await operator.json('dnssec', 'roll', domain);
    const phases: (string | null)[] = [];
    for (let days = 0; days < 10; days += 1) {
      await until('a phase waits for the calendar', async () => {
        return /^on$|caches|waiting_for_(new|old)_ds/.test((await status()).phase ?? '');
      });
      const { phase } = await status();
      phases.push(phase);
      expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
      await parent.publish(await operator.text('sandbox', 'zone', 'com'));
      expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
      expect(await parent.delv(`missing.${domain}`, 'A')).toContain('fully validated');
      if (phase === 'on') break;
      await operator.json('sandbox', 'advance', '1d');
    }
    expect([...new Set(phases)]).toEqual([
      'waiting_for_key_in_caches',
      'waiting_for_new_ds',
      'waiting_for_old_ds',
      'on',
    ]);
    const [fresh, ...others] = (await status()).keys;
    expect(others).toEqual([]);
    expect(fresh?.ds).not.toBe(old?.ds);
  });

  it('stays reachable while DNSSEC is turned off, and is unsigned in the end', async () => {
    await operator.json('dnssec', 'off', domain);
    await until('the DS record is removed', async () => {
      return (await status()).phase === 'waiting_for_ds_ttl';
    });
    // A resolver that remembers the DS record finds the signatures.
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; unsigned answer');
    await operator.json('sandbox', 'advance', '2d');
    await until('nothing is left of it', async () => (await status()).state === 'off');
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; unsigned answer');
  });

  it('stays valid with nameservers of another operator, which its zone has when it is unsigned', async () => {
    await operator.json('dnssec', 'on', domain);
    await operator.json('sandbox', 'advance', '1d');
    expect(await status()).toMatchObject({ state: 'on' });
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    const nameservers = ['ns1.example.net', 'ns2.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    // Some resolvers prefer the nameservers that the zone names, whose answers these would reject.
    const before = await parent.delv(domain, 'NS');
    expect(before).toContain('; fully validated');
    expect(before).not.toContain('example.net');
    await client.call('replaceSoa', { domain, refresh: 7_200 });
    const soa = await parent.delv(domain, 'SOA');
    expect(soa).toContain('; fully validated');
    expect(soa).toContain(' 7200 ');
    await client.call('createRecord', { domain, type: 'A', name: 'new', value: '192.0.2.2' });
    expect(await parent.delv(`new.${domain}`, 'A')).toContain('; fully validated');
    await until('the DS record is removed', async () => {
      return (await status()).phase === 'waiting_for_ds_ttl';
    });
    await operator.json('sandbox', 'advance', '2d');
    await until('nothing is left of it', async () => (await status()).state === 'off');
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    const after = await parent.delv(domain, 'NS');
    expect(after).toContain('; unsigned answer');
    expect(after).toContain('ns1.example.net');
  });

  it('is refused for a domain that does not exist', async () => {
    const refused = await operator.refused('dnssec', 'on', 'missing.com');
    expect(refused).toContain('Domain "missing.com" not found.');
  });
});
