/** Real UPDATE clients with good, wrong, out-of-scope and expired-time keys. */

import { hourMs } from '@hostmaster/contract/durations';
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { LongWork } from '../../packages/server/src/base/fairness/long-work.ts';
import { createLog } from '../../packages/server/src/base/log.ts';
import { systemRandom } from '../../packages/server/src/base/random.ts';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { createUpdateHandlers } from '../../packages/server/src/dns-update/answer-update.ts';
import { startDns } from '../../packages/server/src/nameserver/start-nameserver.ts';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { revokeUpdateKey } from '../../packages/server/src/workspaces/update-keys.ts';
import { createKey, recordsOf, tools, update } from './updater.ts';

beforeAll(() => requireDnsPeers());

const everyType = [
  'ZONE. 60 CAA 0 issue "ca.example.net"',
  'x.ZONE. 60 CERT PKIX 0 0 AAEC',
  `x.ZONE. 60 DS 1 13 2 ${'ab'.repeat(32)}`,
  'x.ZONE. 60 HINFO ARM LINUX',
  'x.ZONE. 60 LOC 51 30 N 0 7 W 11m',
  'x.ZONE. 60 NAPTR 1 2 "s" "SIP+D2U" "" _sip._udp.example.net.',
  'x.ZONE. 60 OPENPGPKEY AAEC',
  'x.ZONE. 60 RP admin.example.net. .',
  'x.ZONE. 60 SMIMEA 3 0 0 3082',
  `x.ZONE. 60 SSHFP 4 2 ${'ab'.repeat(32)}`,
  'x.ZONE. 60 TYPE65534 \\# 2 00ff',
  'x.ZONE. 60 URI 10 1 "https://example.net/"',
];

describeService('UPDATE', (service) => {
  describe.each(tools)('by %s', (tool) => {
    async function stage(scope: { name?: string; types?: string } = {}) {
      const workspace = await service.workspace();
      const zone = await service.liveDomain(workspace.client);
      const key = await createKey(service, workspace, { domain: zone, ...scope });
      return { workspace, client: workspace.client, zone, key, port: service.dnsPort };
    }

    it('a good key: the record is in the API, on the wire and in the activity record', async () => {
      const { workspace, client, zone, key, port } = await stage();
      const added = await update(tool, { port, zone, key }, [
        `update add www.${zone}. 300 A 192.0.2.1`,
      ]);
      expect(added).toBe('NOERROR');
      expect(await recordsOf(client, zone)).toEqual(['www 300 A 192.0.2.1']);
      expect(await dig(port, `www.${zone}`, 'A', '+short')).toBe('192.0.2.1\n');
      const { records } = await client.call('listRecords', { domain: zone });
      const [latest] = await readActivity(service.database, {
        workspaceId: workspace.id,
        limit: 1,
      });
      expect(latest).toMatchObject({
        actor: { kind: 'update_key', id: key.name },
        action: 'record.create',
        subject: zone,
        origin: { address: '127.0.0.1' },
        details: { id: records[0]?.id, name: 'www', type: 'A', ttl: 300, value: '192.0.2.1' },
      });
    });

    it('adds and deletes the way ACME clients do', async () => {
      const { client, zone, key, port } = await stage({ name: '_acme-challenge.*', types: 'TXT' });
      const target = { port, zone, key };
      const name = `_acme-challenge.www.${zone}.`;
      for (const token of ['first-token', 'second-token']) {
        const lines = [`update add ${name} 60 TXT "${token}"`];
        expect(await update(tool, target, lines)).toBe('NOERROR');
      }
      expect((await dig(port, name, 'TXT', '+short')).split('\n').sort().join(' ')).toBe(
        ' "first-token" "second-token"',
      );
      expect(await update(tool, target, [`update delete ${name} TXT "first-token"`])).toBe(
        'NOERROR',
      );
      expect(await recordsOf(client, zone)).toEqual(['_acme-challenge.www 60 TXT "second-token"']);
      expect(await update(tool, target, [`update delete ${name} TXT`])).toBe('NOERROR');
      expect(await recordsOf(client, zone)).toEqual([]);
      expect(await update(tool, target, [`update add _acme-challenge.${zone}. 60 TXT "t"`])).toBe(
        'NOERROR',
      );
    });

    it.each([
      ['another name', { name: '_acme-challenge.*' }, 'add www.ZONE. 60 TXT "no"'],
      ['another type', { types: 'TXT' }, 'add www.ZONE. 60 A 192.0.2.1'],
      ['a whole name with other types', { types: 'TXT' }, 'delete held.ZONE.'],
      ['a place that a type cannot have', {}, 'add *.ZONE. 60 DNAME other.example.net.'],
      ['a DS of the domain itself', {}, `add ZONE. 60 DS 1 13 2 ${'ab'.repeat(32)}`],
      ['a number that is reserved', {}, 'add www.ZONE. 60 TYPE65300 \\# 0'],
      [
        'another type than the key is for',
        { types: 'CAA,TYPE65534' },
        'add www.ZONE. 60 TYPE65533 \\# 0',
      ],
      ['a nameserver of the domain itself', {}, 'add ZONE. 60 NS ns.example.net.'],
      ['a value the API refuses', {}, 'add www.ZONE. 60 TLSA 3 1 1 abcd'],
    ])('out of scope, %s: REFUSED, and nothing of the message is done', async (_, scope, line) => {
      const { client, zone, key, port } = await stage(scope);
      await client.call('createRecord', {
        domain: zone,
        name: 'held',
        type: 'A',
        value: '192.0.2.9',
      });
      const good = `update add _acme-challenge.${zone}. 60 TXT "good"`;
      const lines = [good, `update ${line.replace('ZONE', zone)}`];
      expect(await update(tool, { port, zone, key }, lines)).toBe('REFUSED');
      expect(await recordsOf(client, zone)).toEqual(['held 3600 A 192.0.2.9']);
    });

    it('adds and deletes records of every type', async () => {
      const { client, zone, key, port } = await stage();
      const target = { port, zone, key };
      const lines = everyType.map((record) => `update add ${record.replace('ZONE', zone)}`);
      expect(await update(tool, target, lines)).toBe('NOERROR');
      expect(await recordsOf(client, zone)).toEqual([
        '@ 60 CAA 0 issue "ca.example.net"',
        'x 60 CERT 1 0 0 AAEC',
        `x 60 DS 1 13 2 ${'ab'.repeat(32)}`,
        'x 60 HINFO "ARM" "LINUX"',
        'x 60 LOC 51 30 0.000 N 0 7 0.000 W 11.00m 1.00m 10000.00m 10.00m',
        'x 60 NAPTR 1 2 "s" "SIP+D2U" "" _sip._udp.example.net.',
        'x 60 OPENPGPKEY AAEC',
        'x 60 RP admin.example.net. .',
        'x 60 SMIMEA 3 0 0 3082',
        `x 60 SSHFP 4 2 ${'ab'.repeat(32)}`,
        'x 60 TYPE65534 \\# 2 00ff',
        'x 60 URI 10 1 "https://example.net/"',
      ]);
      // Names in these two compare without case (RFC 4034, section 6.2); the others are octets.
      const gone = [
        `update delete x.${zone}. NAPTR 1 2 "s" "SIP+D2U" "" _SIP._udp.EXAMPLE.net.`,
        `update delete x.${zone}. RP ADMIN.example.net. .`,
        `update delete x.${zone}. URI 10 1 "https://EXAMPLE.net/"`,
        `update delete x.${zone}. TYPE65534 \\# 2 00ff`,
        `update delete x.${zone}. LOC`,
      ];
      expect(await update(tool, target, gone)).toBe('NOERROR');
      const left = (await recordsOf(client, zone)).map((record) => record.split(' ')[2]);
      expect(left).toEqual('CAA CERT DS HINFO OPENPGPKEY SMIMEA SSHFP URI'.split(' '));
    });

    it('wrong keys change nothing', async () => {
      const { workspace, client, zone, key, port } = await stage();
      const lines = [`update add www.${zone}. 60 A 192.0.2.1`];
      const wrong = { ...key, secret: Buffer.alloc(32, 7).toString('base64') };
      const unknown = { ...key, name: `update-0000.${zone}` };
      const other = { ...key, algorithm: 'hmac-sha512' } as const;
      const past = await createKey(service, workspace, { domain: zone, expiresAt: Date.now() - 1 });
      const revoked = await createKey(service, workspace, { domain: zone });
      const at = Date.now();
      const revocation = revokeUpdateKey({ name: revoked.name, at, revoker: 'operator' });
      await persist(service.database, revocation);
      expect(await update(tool, { port, zone, key: wrong }, lines)).toBe('BADSIG');
      expect(await update(tool, { port, zone, key: unknown }, lines)).toBe('BADKEY');
      expect(await update(tool, { port, zone, key: other }, lines)).toBe('BADKEY');
      expect(await update(tool, { port, zone, key: past }, lines)).toBe('BADKEY');
      expect(await update(tool, { port, zone, key: revoked }, lines)).toBe('BADKEY');
      expect(await update(tool, { port, zone, key: null }, lines)).toBe('REFUSED');
      expect(await recordsOf(client, zone)).toEqual([]);
    });

    it('a message of another time: BADTIME', async () => {
      const { client, zone, key } = await stage();
      const services = {
        database: service.database,
        secrets: openSecretBox(service.config.secretFile),
        clock: { now: () => Date.now() + hourMs },
        random: systemRandom,
        log: createLog('silent'),
        limits: service.config.limits,
        soaDefaults: service.config.soaDefaults,
        longWork: new LongWork({ waitingMax: 1, placesMax: 1 }),
        rate: null,
      };
      const ahead = await startDns({
        ...services,
        ...createUpdateHandlers(services),
        catalog: 'catalog.invalid',
        sources: [],
        stopping: new AbortController().signal,
        responseRate: null,
        transferRate: null,
        nsid: null,
        operatorEmail: null,
        links: { publicUrl: 'http://localhost' },
        version: null,
        workers: 1,
        listen: [{ host: '127.0.0.1', port: 0 }],
      });
      try {
        const target = { port: ahead.addresses[0]?.port ?? 0, zone, key };
        const lines = [`update add www.${zone}. 60 A 192.0.2.1`];
        expect(await update(tool, target, lines)).toBe('BADTIME');
      } finally {
        await ahead.close();
      }
      expect(await recordsOf(client, zone)).toEqual([]);
    });

    it("no key reaches another domain, another workspace's least of all", async () => {
      const { workspace, zone, key, port } = await stage();
      const other = await service.workspace();
      const theirs = await service.liveDomain(other.client);
      const sibling = await service.liveDomain(workspace.client);
      for (const domain of [theirs, sibling]) {
        const lines = [`update add www.${domain}. 60 A 192.0.2.1`];
        expect(await update(tool, { port, zone: domain, key }, lines)).toBe('REFUSED');
      }
      expect(await recordsOf(other.client, theirs)).toEqual([]);
      const nowhere = ['update add www.example.org. 60 A 192.0.2.1'];
      expect(await update(tool, { port, zone: 'example.org', key }, nowhere)).toBe('NOTAUTH');
      const outside = ['update add www.example.org. 60 A 192.0.2.1'];
      expect(await update(tool, { port, zone, key }, outside)).toMatch(/NOTZONE|NOTAUTH|exit/);
    });

    it('a domain that is not live yet has no zone: NOTAUTH', async () => {
      const workspace = await service.workspace();
      const zone = service.freshName();
      const held = service.registry.hold('create', zone);
      await workspace.client.call('registerDomain', { domain: zone, contact });
      const key = await createKey(service, workspace, { domain: zone });
      const target = { port: service.dnsPort, zone, key };
      const lines = [`update add www.${zone}. 60 A 192.0.2.1`];
      expect(await update(tool, target, lines)).toBe('NOTAUTH');
      held.release();
      await service.untilLive(workspace.client, zone);
      expect(await update(tool, target, lines)).toBe('NOERROR');
    });

    it('prerequisites are honoured', async () => {
      const { client, zone, key, port } = await stage();
      const target = { port, zone, key };
      const name = `www.${zone}.`;
      await client.call('createRecord', {
        domain: zone,
        name: 'alias',
        type: 'ALIAS',
        value: 'app.example.net',
      });
      const add = `update add ${name} 300 A 192.0.2.1`;
      expect(await update(tool, target, [`prereq yxdomain ${name}`, add])).toBe('NXDOMAIN');
      expect(await update(tool, target, [`prereq yxrrset ${name} A`, add])).toBe('NXRRSET');
      expect(await update(tool, target, [`prereq nxdomain ${name}`, add])).toBe('NOERROR');
      expect(await update(tool, target, [`prereq nxdomain ${name}`, add])).toBe('YXDOMAIN');
      expect(await update(tool, target, [`prereq nxrrset ${name} A`, add])).toBe('YXRRSET');
      const swap = [`update delete ${name} A`, `update add ${name} 300 A 192.0.2.2`];
      const equal = (address: string) => `prereq yxrrset ${name} A ${address}`;
      expect(await update(tool, target, [equal('192.0.2.9'), ...swap])).toBe('NXRRSET');
      expect(await update(tool, target, [equal('192.0.2.1'), ...swap])).toBe('NOERROR');
      // Every zone has its SOA and NS; an ALIAS is at its name, but no A is.
      const truths = [`prereq yxdomain ${zone}.`, `prereq yxrrset ${zone}. SOA`];
      expect(await update(tool, target, [...truths, add])).toBe('NOERROR');
      const alias = `alias.${zone}.`;
      expect(await update(tool, target, [`prereq nxdomain ${alias}`, add])).toBe('YXDOMAIN');
      expect(await update(tool, target, [`prereq nxrrset ${alias} A`, add])).toBe('NOERROR');
      expect(await recordsOf(client, zone)).toEqual([
        'alias 3600 ALIAS app.example.net',
        'www 300 A 192.0.2.1',
        'www 300 A 192.0.2.2',
      ]);
    });

    it('large messages travel over TCP', async () => {
      const { client, zone, key, port } = await stage();
      const lines = Array.from(
        { length: 300 },
        (_, index) => `update add h${index}.${zone}. 300 A 192.0.2.${index % 250}`,
      );
      const target = { port, zone, key, transport: 'tcp' } as const;
      expect(await update(tool, target, lines)).toBe('NOERROR');
      expect(await recordsOf(client, zone)).toHaveLength(300);
    });
  });
});
