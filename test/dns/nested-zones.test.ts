/**
 * A zone inside another one that is served here too: answers come from the inner one, but DS records from the outer,
 * unsigned and signed.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Name, presentRdata, rrTypes } from '@hostmaster/dns';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import {
  dig,
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { ZoneCache } from '../../packages/server/src/nameserver/zone-cache.ts';
import { listZoneKeys } from '../../packages/server/src/storage/queries/zones/signing.ts';
import { presentSigner, signerOf } from '../../packages/server/src/zones/delegation-signers.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { domainId, signDomain } from './sign-domain.ts';

const run = promisify(execFile);
const outer = 'nested-suffix.com';
const inner = `inner.${outer}`;
const ds = `4711 13 2 ${'AB'.repeat(32)}`;

describeService('a zone inside another one', (service, engine) => {
  let client: ApiClient;
  let knot: Peer;

  beforeAll(async () => {
    requireDnsPeers();
    requirePrograms({ programs: ['delv'], packages: ['bind9-dnsutils'] });
    ({ client } = await service.workspace({ credits: '100' }));
    const { place, dnsPort: primaryPort } = service;
    knot = await startSecondary('knot', { engine, place, primaryPort });
    await service.liveDomain(client, outer);
    await create(outer, { type: 'A', name: 'www', value: '192.0.2.1' });
    await create(outer, { type: 'NS', name: 'inner', value: 'ns1.example.net' });
    await create(outer, { type: 'DS', name: 'inner', value: ds });
  }, 600_000);

  it('is answered from as soon as it is registered, as by Knot', async () => {
    // A referral, which is remembered.
    expect(await ask(service.dnsPort, `www.${inner}`, 'A')).toContain('ns1.example.net.');
    const price = ['--tld', outer, '--register', '5', '--renew', '5'];
    expect((await runCommand(service.place, 'price', 'set', ...price)).code).toBe(0);
    await service.liveDomain(client, inner);
    await create(inner, { type: 'A', name: 'www', value: '192.0.2.2' });
    await until('Knot has it', async () =>
      (await ask(knot.port, `www.${inner}`, 'A')).includes('192.0.2.2'),
    );
    await expectLikeKnot();
  });

  it('is found by a process that has read the outer one only', async () => {
    const { database } = service;
    const cache = new ZoneCache({ database, clock: systemClock, soaDefaults: standardSoa });
    for (const [name, zone] of [
      [`www.${outer}`, outer],
      [`www.${inner}`, inner],
      [`missing.${outer}`, outer],
    ] as const) {
      const found = await cache.find(Name.parse(name));
      expect(found?.origin.toHostname(), name).toBe(zone);
    }
  });

  it('has a signed DS record in the outer one, as by Knot', async () => {
    await signDomain(service, outer);
    await expectLikeKnot({ flags: ['+dnssec'] });
    // The record is of no key of the inner one.
    expect(await delv(`www.${inner}`, 'A')).not.toContain('; fully validated');
  });

  it('has a signed proof in the outer one that it has no DS record, as by Knot', async () => {
    const { records } = await client.call('listRecords', { domain: outer });
    const { id } = records.find(({ type }) => type === 'DS') ?? expect.unreachable();
    await client.call('deleteRecord', { domain: outer, recordId: id });
    await expectLikeKnot({ flags: ['+dnssec'], ds: 'NSEC' });
    expect(await delv(inner, 'DS')).toContain('; negative response, fully validated');
    expect(await delv(`www.${inner}`, 'A')).toContain('; unsigned answer');
  });

  it('is validated from the key of the outer one, once that has its DS record', async () => {
    await signDomain(service, inner);
    const [dnskey = expect.unreachable()] = await keysOf(inner);
    const value = presentSigner(signerOf(inner, dnskey));
    await create(outer, { type: 'DS', name: 'inner', value });
    const [, , , digest = ''] = value.split(' ');
    await expectLikeKnot({ flags: ['+dnssec'], ds: digest.slice(0, 16).toUpperCase() });
    expect(await delv(`www.${inner}`, 'A')).toContain('; fully validated');
    expect(await delv(inner, 'DS')).toContain('; fully validated');
    expect(await delv(`missing.${inner}`, 'A')).toContain('; negative response, fully validated');
  });

  async function expectLikeKnot({
    flags = [],
    ds: delegation = 'ABAB',
  }: {
    readonly flags?: readonly string[];
    /** A part of the answer for the DS records of the inner zone. */
    readonly ds?: string;
  } = {}): Promise<void> {
    for (const zone of [outer, inner]) {
      await until(`Knot has ${zone}`, () => haveSameSerial(zone, [service.dnsPort, knot.port]));
    }
    for (const [name, type, part] of [
      [`www.${outer}`, 'A', '192.0.2.1'],
      [`www.${inner}`, 'A', '192.0.2.2'],
      [`missing.${inner}`, 'A', `${inner}.`],
      [inner, 'SOA', `${inner}.`],
      [inner, 'NS', 'ns1.hostmaster.example.'],
      [inner, 'DS', delegation],
      [`www.${inner}`, 'DS', `${inner}.`],
      [outer, 'DS', `${outer}.`],
      [`missing.${outer}`, 'A', `${outer}.`],
    ] as const) {
      const answer = await ask(service.dnsPort, name, type, ...flags);
      expect(answer, `${name} ${type}`).toContain(part);
      expect(answer, `${name} ${type}`).toBe(await ask(knot.port, name, type, ...flags));
    }
    if (flags.includes('+dnssec')) {
      expect(await ask(service.dnsPort, inner, 'DS', ...flags)).toMatch(/\sRRSIG\s+(?:DS|NSEC)\s/);
    }
  }

  /** From the key of the outer zone. */
  async function delv(name: string, type: string): Promise<string> {
    const [dnskey = expect.unreachable()] = await keysOf(outer);
    const text = presentRdata({ type: rrTypes.DNSKEY, rdata: dnskey });
    const [flags, protocol, algorithm, ...data] = text.split(' ');
    const anchor = `"${outer}" static-key ${flags} ${protocol} ${algorithm} "${data.join('')}";`;
    const file = join(service.place.dataDir, 'anchors');
    await writeFile(file, `trust-anchors { ${anchor} };\n`);
    const place = ['@127.0.0.1', '-p', String(service.dnsPort), '-a', file, `+root=${outer}`];
    const asked = run('delv', [...place, '+nocomments', name, type], { env: environment });
    // It fails for what is bogus.
    const { stdout } = await asked.catch((error: { stdout?: string }) => ({
      stdout: error.stdout ?? expect.unreachable(),
    }));
    return stdout;
  }

  async function keysOf(domain: string): Promise<readonly Uint8Array[]> {
    const id = await domainId(service, domain);
    const keys = await service.database.all(listZoneKeys, { domainId: id });
    return keys.map(({ dnskey }) => dnskey);
  }

  /** Flags, answer and authority; serials and the order of sets are those of each server. */
  async function ask(
    port: number,
    name: string,
    type: string,
    ...more: readonly string[]
  ): Promise<string> {
    const text = await dig(
      port,
      name,
      type,
      ...more,
      '+norecurse',
      '+noall',
      '+comments',
      '+answer',
      '+authority',
    );
    const status = /status: \w+/.exec(text)?.[0] ?? '';
    const flags = /flags: [a-z ]+/.exec(text)?.[0] ?? '';
    const records = text.split('\n').filter((line) => /^[^;].*\sIN\s/.test(line));
    return [status, flags, ...records.sort()].join('\n');
  }

  async function create(
    domain: string,
    record: { readonly type: 'A' | 'NS' | 'DS'; readonly name: string; readonly value: string },
  ): Promise<void> {
    await client.call('createRecord', { domain, ...record });
  }
});
