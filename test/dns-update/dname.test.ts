/** DNAME records (RFC 6672) and names with a slash (RFC 2317), by every way in. */
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { PowerdnsClient } from '../powerdns-api/powerdns-client.ts';
import { createKey, recordsOf, tools, update } from './updater.ts';

beforeAll(() => requireDnsPeers());

describeService('DNAME', (service) => {
  async function stage() {
    const workspace = await service.workspace();
    const { client } = workspace;
    const zone = await service.liveDomain(client);
    const key = await createKey(service, workspace, { domain: zone, transfer: true });
    const create = (name: string, type: 'A' | 'DNAME' | 'NS', value: string) =>
      client.send('POST', `/v1/domains/${zone}/dns`, { json: { name, type, value } });
    const pdns = new PowerdnsClient({ url: service.url, key: workspace.apiKey });
    return { client, pdns, zone, create, target: { port: service.dnsPort, zone, key } };
  }

  it('is answered with the CNAME that follows from it', async () => {
    const { zone, create } = await stage();
    await create('a.new', 'A', '192.0.2.1');
    await create('old', 'DNAME', `new.${zone}`);
    const answer = await dig(service.dnsPort, `a.old.${zone}`, 'A', '+short');
    expect(answer).toBe(`new.${zone}.\na.new.${zone}.\n192.0.2.1\n`);
  });

  it('stands alone above everything below it, and not beside a delegation', async () => {
    const { client, zone, create } = await stage();
    const refused = async (attempt: ReturnType<typeof create>, reason: RegExp) => {
      const { status, body } = await attempt;
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', error: expect.stringMatching(reason) },
      });
    };
    await create('x.old', 'A', '192.0.2.1');
    await refused(create('old', 'DNAME', 'new.example.net'), /"x\.old" has records/);
    await refused(create('@', 'DNAME', 'new.example.net'), /"x\.old" has records/);
    await create('moved', 'DNAME', 'new.example.net');
    await refused(create('a.b.moved', 'A', '192.0.2.1'), /"moved" redirects/);
    await refused(create('moved', 'DNAME', 'other.example.net'), /one DNAME/);
    await refused(create('moved', 'NS', 'ns.example.net'), /NS and DNAME/);
    await create('sub', 'NS', 'ns.example.net');
    await refused(create('sub', 'DNAME', 'new.example.net'), /NS and DNAME/);
    // One change may swap them.
    const { records } = await client.call('listRecords', { domain: zone });
    const idOf = (name: string) => records.find((record) => record.name === name)?.id ?? '';
    await client.call('changeRecords', {
      domain: zone,
      creates: [
        { type: 'DNAME', name: 'old', value: 'new.example.net' },
        { type: 'A', name: 'x.moved', value: '192.0.2.1' },
      ],
      deletes: [{ id: idOf('x.old') }, { id: idOf('moved') }],
    });
    expect(await recordsOf(client, zone)).toEqual([
      'old 3600 DNAME new.example.net',
      'sub 3600 NS ns.example.net',
      'x.moved 3600 A 192.0.2.1',
    ]);
  });

  it('many changes at once: each step is a valid zone', async () => {
    const { client, pdns, zone } = await stage();
    const set = (name: string, type: string, content: string | null) => ({
      ...{ name: `${name}.${zone}.`, type, ttl: 60 },
      changetype: content === null ? 'DELETE' : 'REPLACE',
      ...(content === null ? {} : { records: [{ content }] }),
    });
    const below = (name: string, content: string | null) =>
      Array.from({ length: 300 }, (_, index) => set(`h${index}.${name}`, 'A', content));
    const target = 'n.example.net.';
    const first = await pdns.patch(zone, set('b', 'DNAME', target), ...below('a', '192.0.2.1'));
    expect(first.status).toBe(204);
    // In the order sent, the new DNAME would come before the records below it are gone.
    const second = await pdns.patch(
      zone,
      ...[set('a', 'DNAME', target), ...below('b', '192.0.2.1')],
      ...[...below('a', null), set('b', 'DNAME', null)],
    );
    expect(second).toMatchObject({ status: 204 });
    const records = await recordsOf(client, zone);
    expect(records).toHaveLength(301);
    expect(records[0]).toBe('a 60 DNAME n.example.net.');
    // Nothing is done where the end would be invalid.
    const third = await pdns.patch(zone, ...below('a', '192.0.2.2'));
    expect(third).toMatchObject({ status: 422 });
    expect(await recordsOf(client, zone)).toEqual(records);
  });

  it.each(tools)(
    '%s: adds, replaces and transfers it; a name below it is refused',
    async (tool) => {
      const { client, zone, target } = await stage();
      const add = (line: string) => update(tool, target, [`update add ${line}`]);
      expect(await add(`old.${zone}. 60 DNAME a.example.net.`)).toBe('NOERROR');
      expect(await add(`old.${zone}. 60 DNAME b.example.net.`)).toBe('NOERROR');
      expect(await add(`x.old.${zone}. 60 A 192.0.2.1`)).toBe('REFUSED');
      expect(await add(`0/26.${zone}. 60 NS ns.example.net.`)).toBe('NOERROR');
      expect(await add(`1.${zone}. 60 CNAME 1.0/26.${zone}.`)).toBe('NOERROR');
      expect(await recordsOf(client, zone)).toEqual([
        '0/26 60 NS ns.example.net.',
        `1 60 CNAME 1.0/26.${zone}.`,
        'old 60 DNAME b.example.net.',
      ]);
      const { algorithm, name, secret } = target.key;
      const whole = await dig(target.port, zone, 'AXFR', '-y', `${algorithm}:${name}:${secret}`);
      expect(whole).toMatch(/old\.\S+\s+60\s+IN\s+DNAME\s+b\.example\.net\./);
      expect(whole).toMatch(/0\/26\.\S+\s+60\s+IN\s+NS\s+ns\.example\.net\./);
    },
  );
});
