/**
 * Tools that speak RFC 2136 and cannot be installed here, replayed: their messages as their code
 * makes them. Those that plan read the zone by AXFR first; their second plan must be empty.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  classes,
  type Message,
  makeMessage,
  makeUpdate,
  Name,
  parseRdata,
  presentRdata,
  rcodes,
  rrTypes,
  typeCodeOf,
  typeName,
  type UpdateAction,
} from '@hostmaster/dns';
import { exchange, transferZone } from '@hostmaster/dns/node';
import { environment } from '@hostmaster/test-rig/debian-packages';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, recordsOf, type TestKey, tsigKey } from '../dns-update/updater.ts';
import { codeBlocks, section } from '../docs/documents.ts';

/** `www.example.com. 300 A 192.0.2.1` */
type Line = string;

describe('tools that speak RFC 2136, replayed', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(() => {
    requireDnsPeers();
    return service.start();
  });
  afterAll(() => service.stop());

  async function stage(options: { algorithm?: TestKey['algorithm']; transfer?: boolean } = {}) {
    const workspace = await service.workspace();
    const zone = await service.liveDomain(workspace.client);
    const key = await createKey(service, workspace, { domain: zone, transfer: true, ...options });
    const place = {
      address: '127.0.0.1',
      port: service.dnsPort,
      timeoutMs: 20_000,
      key: tsigKey(key),
      nowSeconds: () => Math.floor(Date.now() / 1_000),
    };
    return {
      client: workspace.client,
      zone,
      key,
      send: async (...actions: readonly UpdateAction[]) => {
        const update = { zone: Name.parse(zone), prerequisites: [], actions };
        const { rcode } = await exchange(makeUpdate(7, update), place);
        return rcode;
      },
      ask: (name: string, type: number): Promise<Message> => {
        const questions = [{ name: Name.parse(name), type, class: classes.IN }];
        return exchange(makeMessage(7, { questions }), place);
      },
      read: async (): Promise<Line[]> => {
        const result = await transferZone({ ...place, id: 7, zone: Name.parse(zone) });
        if (result.kind !== 'axfr') throw new Error(`It was ${result.kind}.`);
        return result.records
          .filter(({ type }) => type !== rrTypes.SOA)
          .map((record) => {
            const { name, ttlSeconds, type } = record;
            return `${name} ${ttlSeconds} ${typeName(type)} ${presentRdata(record)}`;
          });
      },
    };
  }

  const desired = (zone: string): Line[] => [
    // An ALIAS, in the form that transfers have for it.
    `${zone}. 300 TYPE65401 \\# 17 03617070076578616d706c65036e657400`,
    `${zone}. 300 MX 10 mail.${zone}.`,
    `www.${zone}. 300 A 192.0.2.1`,
    `www.${zone}. 300 A 192.0.2.2`,
    `api.${zone}. 300 CNAME lb.example.net.`,
    `a-api.${zone}. 300 TXT "heritage=external-dns,external-dns/owner=me"`,
  ];
  const changed = (zone: string): Line[] => [
    `${zone}. 300 TYPE65401 \\# 17 03777777076578616d706c65036e657400`,
    `www.${zone}. 300 A 192.0.2.2`,
    `www.${zone}. 300 A 192.0.2.3`,
    `api.${zone}. 300 A 192.0.2.4`,
    `_sip._tcp.${zone}. 300 SRV 1 2 5060 sip.example.net.`,
  ];

  /** What is missing and what is too much; the NS of the apex are left alone. */
  const planOf = (held: readonly Line[], wanted: readonly Line[], zone: string) => {
    const own = held.filter((line) => !new RegExp(`^${zone}\\. \\d+ NS `).test(line));
    return {
      missing: wanted.filter((line) => !own.includes(line)),
      surplus: own.filter((line) => !wanted.includes(line)),
    };
  };

  it('nsupdate, as docs/tools.md shows it', async () => {
    const { client, zone, key } = await stage();
    const part = section('docs/tools.md', 'Settings').split('### nsupdate\n')[1] ?? '';
    const script = (codeBlocks(part)[0]?.text ?? '')
      .replaceAll(/\b5300\b/g, String(service.dnsPort))
      .replaceAll('KEYNAME', key.name)
      .replaceAll('SECRET', key.secret)
      .replaceAll('example.com', zone);
    await promisify(execFile)('sh', ['-e', '-c', script], { env: environment });
    expect(await recordsOf(client, zone)).toEqual(['www 300 A 192.0.2.1']);
  });

  it('external-dns: AXFR, one message that removes and one that adds', async () => {
    const { zone, read, send } = await stage();
    for (const wanted of [desired(zone), changed(zone), []]) {
      const { missing, surplus } = planOf(await read(), wanted, zone);
      // Updates are a removal and an addition in one message; the removal carries a TTL.
      expect(await send(...surplus.map(remove), ...missing.map(add))).toBe(rcodes.NOERROR);
      expect(planOf(await read(), wanted, zone)).toEqual({ missing: [], surplus: [] });
    }
  });

  it('DNSControl (AXFRDDNS): the NS of the apex again, with its placeholder', async () => {
    const { zone, read, send } = await stage();
    const placeholder = `${zone}. 300 NS dnscontrol.invalid.`;
    for (const wanted of [desired(zone), changed(zone), []]) {
      const held = await read();
      const servers = held.filter((line) => line.includes(' NS '));
      const { missing, surplus } = planOf(held, wanted, zone);
      const rcode = await send(
        add(placeholder),
        // A name with a CNAME is emptied first, old or new.
        ...surplus.map((line) => (isCname(line) ? removeName(line) : remove(line))),
        ...servers.map(remove),
        ...servers.map(add),
        ...missing.flatMap((line) => (isCname(line) ? [removeName(line), add(line)] : [add(line)])),
        remove(placeholder),
      );
      expect(rcode).toBe(rcodes.NOERROR);
      expect(planOf(await read(), wanted, zone)).toEqual({ missing: [], surplus: [] });
      expect((await read()).filter((line) => line.includes(' NS '))).toEqual(servers);
    }
  });

  it('octoDNS (bind): AXFR, then sets are added, replaced, or deleted record by record', async () => {
    const { zone, read, send } = await stage();
    for (const wanted of [desired(zone), changed(zone), []]) {
      const held = await read();
      const { missing, surplus } = planOf(held, wanted, zone);
      const actions = [...new Set([...surplus, ...missing].map(setOf))].flatMap((set) => {
        const before = held.filter((line) => setOf(line) === set);
        const after = wanted.filter((line) => setOf(line) === set);
        if (after.length === 0) return before.map(remove);
        return [...(before.length === 0 ? [] : [removeSet(set)]), ...after.map(add)];
      });
      expect(await send(...actions)).toBe(rcodes.NOERROR);
      expect(planOf(await read(), wanted, zone)).toEqual({ missing: [], surplus: [] });
    }
  });

  it('Terraform (hashicorp/dns): signed questions, single records changed, sets deleted', async () => {
    const { zone, send, ask } = await stage({ transfer: false });
    const name = `www.${zone}.`;
    expect((await ask(name, rrTypes.A)).rcode).toBe(rcodes.NXDOMAIN);
    const [one, two, three] = [1, 2, 3].map((host) => `${name} 300 A 192.0.2.${host}`) as [
      Line,
      Line,
      Line,
    ];
    let held: readonly Line[] = [];
    for (const wanted of [
      [one, two],
      [two, three],
    ]) {
      const removed = held.filter((line) => !wanted.includes(line)).map(remove);
      const added = wanted.filter((line) => !held.includes(line)).map(add);
      held = wanted;
      expect(await send(...removed, ...added)).toBe(rcodes.NOERROR);
      const { answers } = await ask(name, rrTypes.A);
      expect(answers.map((record) => `${name} 300 A ${presentRdata(record)}`).sort()).toEqual(
        wanted,
      );
    }
    expect(await send(removeSet(`${name} A`))).toBe(rcodes.NOERROR);
    expect((await ask(name, rrTypes.A)).rcode).toBe(rcodes.NXDOMAIN);
  });

  it('cert-manager: one TXT added and removed, with HMAC-MD5 by default', async () => {
    const { client, zone, send } = await stage({ algorithm: 'hmac-md5' });
    const line = (token: string) => `_acme-challenge.${zone}. 60 TXT "${token}"`;
    expect(await send(add(line('one')))).toBe(rcodes.NOERROR);
    expect(await send(add(line('two')))).toBe(rcodes.NOERROR);
    expect(await send(remove(line('one')))).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['_acme-challenge 60 TXT "two"']);
  });
});

function parsed(line: Line) {
  const [, owner = '', ttl = '', word = '', value = ''] =
    /^(\S+) (\d+) (\S+) (.*)$/.exec(line) ?? [];
  const type = typeCodeOf(word) ?? 0;
  const name = Name.parse(owner);
  return { name, type, class: classes.IN, ttlSeconds: Number(ttl), rdata: parseRdata(type, value) };
}

function add(line: Line): UpdateAction {
  return { kind: 'add', record: parsed(line) };
}

function remove(line: Line): UpdateAction {
  const { name, type, rdata } = parsed(line);
  return { kind: 'delete-record', name, type, rdata };
}

function removeName(line: Line): UpdateAction {
  return { kind: 'delete-name', name: parsed(line).name };
}

function isCname(line: Line): boolean {
  return parsed(line).type === rrTypes.CNAME;
}

/** `www.example.com. A` */
function setOf(line: Line): string {
  const { name, type } = parsed(line);
  return `${name} ${typeName(type)}`;
}

function removeSet(set: string): UpdateAction {
  const [owner = '', word = ''] = set.split(' ');
  return { kind: 'delete-set', name: Name.parse(owner), type: typeCodeOf(word) ?? 0 };
}
