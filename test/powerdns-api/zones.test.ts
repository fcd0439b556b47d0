/** The PowerDNS-compatible API: what it shows, what it changes, what it refuses. */
import { dayMs } from '@hostmaster/contract/durations';
import { describeService, until } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { untilPhase } from '../api/dnssec-phases.ts';
import { createKey, recordsOf } from '../dns-update/updater.ts';
import { PowerdnsClient } from './powerdns-client.ts';

describeService('the PowerDNS-compatible API', (service) => {
  async function stage() {
    const workspace = await service.workspace();
    const zone = await service.liveDomain(workspace.client);
    const pdns = new PowerdnsClient({ url: service.url, key: workspace.apiKey });
    return { workspace, client: workspace.client, zone, pdns };
  }

  type Stage = Awaited<ReturnType<typeof stage>>;

  const a = (name: string, ...addresses: string[]) => ({
    name,
    type: 'A',
    ttl: 300,
    changetype: 'REPLACE',
    records: addresses.map((content) => ({ content, disabled: false })),
  });

  async function serialOf(pdns: PowerdnsClient, zone: string): Promise<number> {
    const { json } = await pdns.call('GET', `/zones/${zone}.?rrsets=false`);
    return (json as { serial: number }).serial;
  }

  it('shows the server, its statistics and the zones of the workspace', async () => {
    const { zone, pdns } = await stage();
    expect((await pdns.call('GET', '/api')).json).toEqual([{ url: '/api/v1', version: 1 }]);
    expect((await pdns.call('GET', '')).json).toMatchObject({ id: 'localhost', type: 'Server' });
    expect((await pdns.call('GET', '/statistics?statistic=uptime')).json).toEqual([
      { name: 'uptime', type: 'StatisticItem', value: expect.stringMatching(/^\d+$/) },
    ]);
    const { json: zones } = await pdns.call('GET', '/zones');
    expect(zones).toEqual([
      expect.objectContaining({ id: `${zone}.`, name: `${zone}.`, dnssec: false }),
    ]);
    const { json: bare } = await pdns.call('GET', `/zones?zone=${zone}.&dnssec=false`);
    expect(bare).toEqual([expect.not.objectContaining({ dnssec: false })]);
    expect((await pdns.call('GET', '/zones?zone=example.org.')).json).toEqual([]);
  });

  it('a PATCH is one change of records with one serial, and is in the activity', async () => {
    const { workspace, client, zone, pdns } = await stage();
    const before = await serialOf(pdns, zone);
    const answer = await pdns.patch(
      zone,
      a(`www.${zone}.`, '192.0.2.1', '192.0.2.2'),
      {
        name: `${zone}.`,
        type: 'MX',
        ttl: '600',
        changetype: 'REPLACE',
        records: [{ content: `10 mail.${zone}.` }],
        comments: [{ content: 'a note', account: 'me' }],
      },
      {
        name: `_443._tcp.${zone}.`,
        type: 'TLSA',
        ttl: 300,
        changetype: 'REPLACE',
        records: [{ content: `3 1 1 ${'ab'.repeat(32)}` }],
      },
    );
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await recordsOf(client, zone)).toEqual([
      `@ 600 MX 10 mail.${zone}.`,
      `_443._tcp 300 TLS 3 1 1 ${'ab'.repeat(32)}`,
      'www 300 A 192.0.2.1',
      'www 300 A 192.0.2.2',
    ]);
    expect(await pdns.sets(zone)).toEqual([
      `@ 600 MX 10 mail.${zone}.`,
      `_443._tcp 300 TLSA 3 1 1 ${'ab'.repeat(32)}`,
      'www 300 A 192.0.2.1 | 192.0.2.2',
    ]);
    const after = await serialOf(pdns, zone);
    expect(after).toBeGreaterThan(before);
    const [entry] = await readActivity(service.database, { workspaceId: workspace.id, limit: 1 });
    expect(entry).toMatchObject({ action: 'records.change', actor: { kind: 'api_key' } });
    const { revisions } = await client.call('listRevisions', { domain: zone });
    expect(revisions[0]).toMatchObject({ via: 'powerdns', added: 4 });
    // Equal content changes nothing.
    const ids = (await client.call('listRecords', { domain: zone })).records.map(({ id }) => id);
    await pdns.patch(zone, a(`www.${zone}.`, '192.0.2.2', '192.0.2.1'));
    expect(await serialOf(pdns, zone)).toBe(after);
    // A changed member keeps its place, the others are not touched.
    await pdns.patch(zone, a(`www.${zone}.`, '192.0.2.1', '192.0.2.3'));
    expect(await pdns.sets(zone)).toContain('www 300 A 192.0.2.1 | 192.0.2.3');
    const { records } = await client.call('listRecords', { domain: zone });
    expect(records.map(({ id }) => id)).toEqual(ids);
  });

  it('keeps comments, with few and with many changes, through an import, up to a limit', async () => {
    const { client, zone, pdns } = await stage();
    const name = `www.${zone}.`;
    const note = {
      content: 'ask Anna “first” \u{1F600}',
      account: 'me',
      modified_at: 1_700_000_000,
    };
    const many = Array.from({ length: 250 }, (_, index) => a(`h${index}.${zone}.`, '192.0.2.1'));
    const set = { ...a(name, '192.0.2.1'), comments: [note] };
    expect((await pdns.patch(zone, ...many, set)).status).toBe(204);
    const revisions = async () =>
      (await client.call('listRevisions', { domain: zone })).revisions.length;
    const made = await revisions();
    expect(await pdns.comments(zone)).toEqual({ [`${name} A`]: [note] });
    const alone = { name, type: 'A', changetype: 'REPLACE', comments: [{ ...note, account: 'b' }] };
    expect((await pdns.patch(zone, alone)).status).toBe(204);
    expect(await pdns.comments(zone)).toEqual({ [`${name} A`]: [{ ...note, account: 'b' }] });
    expect(await revisions()).toBe(made);
    // Other ways to change the records leave them.
    const { records } = await client.call('listRecords', { domain: zone });
    const record = records.find((one) => one.name === 'www');
    await client.call('updateRecord', {
      domain: zone,
      recordId: record?.id ?? '',
      value: '192.0.2.9',
    });
    const { json } = await pdns.call('GET', `/zones/${zone}.?rrset_name=${name}&rrset_type=A`);
    expect(json).toMatchObject({ rrsets: [{ comments: [{ account: 'b' }], name, type: 'A' }] });
    const found = await pdns.call('GET', '/search-data?q=ask*&object_type=comment');
    expect(found.json).toMatchObject([{ content: note.content, name, object_type: 'comment' }]);
    const long = { ...alone, comments: [{ ...note, content: 'x'.repeat(2_001) }] };
    expect((await pdns.patch(zone, long)).status).toBe(422);
    const sets = Array.from({ length: 1_000 }, (_, index) => ({
      ...alone,
      name: `n${index}.${zone}.`,
    }));
    expect((await pdns.patch(zone, ...sets)).status).toBe(409);
    expect(Object.keys(await pdns.comments(zone))).toHaveLength(1);
    await pdns.patch(zone, { name, type: 'A', changetype: 'DELETE' });
    expect(await pdns.comments(zone)).toEqual({});
  });

  it('EXTEND and PRUNE are about members of a set', async () => {
    const { zone, pdns } = await stage();
    const name = `www.${zone}.`;
    const change = (changetype: string, content: string) =>
      pdns.patch(zone, { ...a(name, content), changetype });
    await change('EXTEND', '192.0.2.1');
    await change('EXTEND', '192.0.2.2');
    await change('EXTEND', '192.0.2.2');
    expect(await pdns.sets(zone)).toEqual(['www 300 A 192.0.2.1 | 192.0.2.2']);
    // A record that is there changes nothing, whatever its TTL.
    await pdns.patch(zone, { ...a(name, '192.0.2.1'), ttl: 600, changetype: 'EXTEND' });
    expect(await pdns.sets(zone)).toEqual(['www 300 A 192.0.2.1 | 192.0.2.2']);
    await change('PRUNE', '192.0.2.1');
    expect((await change('PRUNE', '192.0.2.9')).status).toBe(204);
    expect(await pdns.sets(zone)).toEqual(['www 300 A 192.0.2.2']);
  });

  it('shows flattened records as ALIAS, and changes them as such', async () => {
    const { client, zone, pdns } = await stage();
    await client.call('createRecord', { domain: zone, type: 'CNAME', value: 'app.example.net' });
    await client.call('createRecord', {
      domain: zone,
      name: 'www',
      type: 'CNAME',
      value: 'app.example.net',
    });
    expect(await pdns.sets(zone)).toEqual([
      '@ 3600 ALIAS app.example.net.',
      'www 3600 CNAME app.example.net.',
    ]);
    const alias = (content: string, ttl = 3600) => ({
      name: `${zone}.`,
      type: 'ALIAS',
      ttl,
      changetype: 'REPLACE',
      records: [{ content }],
    });
    const serial = await serialOf(pdns, zone);
    await pdns.patch(zone, alias('app.example.net.'));
    expect(await serialOf(pdns, zone)).toBe(serial);
    expect(await recordsOf(client, zone)).toContain('@ 3600 CNAME app.example.net');
    await pdns.patch(zone, alias('other.example.net.'));
    expect(await recordsOf(client, zone)).toContain('@ 3600 ALIAS other.example.net');
    await pdns.patch(zone, { name: `${zone}.`, type: 'ALIAS', changetype: 'DELETE' });
    expect(await pdns.sets(zone)).toEqual(['www 3600 CNAME app.example.net.']);
  });

  it('checks the final state', async () => {
    const { zone, pdns } = await stage();
    await pdns.patch(zone, a(`www.${zone}.`, '192.0.2.1'));
    const cname = {
      name: `www.${zone}.`,
      type: 'CNAME',
      ttl: 300,
      changetype: 'REPLACE',
      records: [{ content: 'app.example.net.' }],
    };
    const refused = await pdns.patch(zone, cname);
    expect(refused).toMatchObject({
      status: 422,
      json: { error: `RRset www.${zone}. IN CNAME: Conflicts with pre-existing RRset` },
    });
    const swapped = await pdns.patch(zone, cname, {
      name: `www.${zone}.`,
      type: 'A',
      changetype: 'DELETE',
    });
    expect(swapped.status).toBe(204);
    expect(await pdns.sets(zone)).toEqual(['www 300 CNAME app.example.net.']);
  });

  it('one bad record: nothing of the request is done', async () => {
    const { zone, pdns } = await stage();
    const bad = [
      [a(`x.${zone}.`, '192.0.2.300'), /Record x\..*\/A '192\.0\.2\.300'/],
      [{ ...a(`x.${zone}.`), records: [{}] }, /RRset x\..* IN A, records\[0\].*content/],
      [a('x.example.org.', '192.0.2.1'), /out of zone/],
      [{ ...a(`x.${zone}.`), type: 'NOPE' }, /unknown type/],
      [{ ...a(`*.x.${zone}.`, 'y.example.net.'), type: 'DNAME' }, /Record \*\.x\./],
      [{ type: 'A', changetype: 'DELETE' }, /rrsets\[1\].*name/],
      [{ ...a(`x.${zone}.`, '192.0.2.1'), ttl: undefined }, /ttl/],
      [{ ...a(`t.${zone}.`, 'not quoted'), type: 'TXT' }, /Record t\..*quotes/],
      [{ ...a(`c.${zone}.`, 'relative'), type: 'CNAME' }, /Record c\..*dot/],
      [a(`x.${zone}.`, '192.0.2.1', '192.0.2.1'), /Duplicate record/],
      [{ ...a(`x.${zone}.`), records: [{ content: '192.0.2.1', disabled: true }] }, /disabled/],
    ] as const;
    for (const [rrset, message] of bad) {
      const good = a(`good.${zone}.`, '192.0.2.1');
      const { status, json } = await pdns.call('PATCH', `/zones/${zone}.`, {
        rrsets: [good, rrset],
      });
      expect({ status, json }).toEqual({
        status: 422,
        json: { error: expect.stringMatching(message) },
      });
    }
    expect(await pdns.sets(zone)).toEqual([]);
    expect((await pdns.call('PATCH', `/zones/${zone}.`, '{nope')).status).toBe(400);
    const large = { rrsets: [], filler: 'x'.repeat(2 * 1024 * 1024) };
    expect((await pdns.call('PATCH', `/zones/${zone}.`, large)).status).toBe(413);
  });

  it('bodies are as large as RRsets may be only where RRsets are taken', async () => {
    const { zone, pdns } = await stage();
    const body = { rrsets: [], filler: 'x'.repeat(65_536) };
    const sent: [string, string, number][] = [
      ['PATCH', `/zones/${zone}.`, 204],
      ['PUT', `/zones/${zone}.`, 413],
      ['PUT', `/zones/${zone}./notify`, 413],
      ['PUT', `/zones/${zone}./rectify`, 413],
      ['PUT', `/zones/${zone}./axfr-retrieve`, 413],
      ['POST', '/autoprimaries', 413],
      ['PUT', '/cache/flush', 413],
    ];
    for (const [method, path, status] of sent) {
      expect((await pdns.call(method, path, body)).status, `${method} ${path}`).toBe(status);
    }
    const created = await pdns.call('POST', '/zones', { ...body, name: `${zone}.` });
    expect(created.status).toBe(409);
  });

  it('shows SOA and NS of the apex, and refuses another NS set', async () => {
    const { zone, pdns } = await stage();
    const { json } = await pdns.call('GET', `/zones/${zone}.?rrset_name=${zone}.&rrset_type=NS`);
    const [ns] = (json as { rrsets: [Parameters<typeof pdns.patch>[1]] }).rrsets;
    const changetype = 'REPLACE';
    expect((await pdns.patch(zone, { ...ns, changetype })).status).toBe(204);
    const other = { ...ns, changetype, records: [{ content: 'ns.example.net.' }] };
    expect(await pdns.patch(zone, other)).toMatchObject({
      status: 422,
      json: { error: expect.stringContaining(`PATCH /v1/domains/${zone}/nameservers`) },
    });
    const { json: soa } = await pdns.call(
      'GET',
      `/zones/${zone}.?rrset_name=${zone}.&rrset_type=SOA`,
    );
    const [set] = (soa as { rrsets: [Parameters<typeof pdns.patch>[1]] }).rrsets;
    expect((await pdns.patch(zone, { ...set, changetype })).status).toBe(204);
    expect((await pdns.patch(zone, { ...set, changetype: 'DELETE' })).status).toBe(422);
  });

  it('a foreign zone is like an unknown one on every path', async () => {
    const { pdns } = await stage();
    const { zone: foreign } = await stage();
    const paths: [string, string, unknown?][] = [
      ['GET', '/zones/ZONE'],
      ['GET', '/zones/ZONE/export'],
      ['GET', '/zones/ZONE/metadata'],
      ['GET', '/zones/ZONE/metadata/X-A'],
      ['GET', '/zones/ZONE/cryptokeys'],
      ['GET', '/zones/ZONE/cryptokeys/1'],
      ['POST', '/zones/ZONE/cryptokeys', { keytype: 'csk' }],
      ['PUT', '/zones/ZONE/cryptokeys/1', { active: true }],
      ['DELETE', '/zones/ZONE/cryptokeys/1'],
      ['PUT', '/zones/ZONE', { dnssec: true }],
      ['PATCH', '/zones/ZONE', { rrsets: [] }],
      ['PATCH', '/zones/ZONE', { rrsets: [{ changetype: 'NOPE' }] }],
      ['PUT', '/zones/ZONE', { kind: 'Native' }],
      ['PUT', '/zones/ZONE/notify'],
      ['PUT', '/zones/ZONE/rectify'],
      ['DELETE', '/zones/ZONE'],
    ];
    for (const [method, path, body] of paths) {
      const answers = await Promise.all(
        [`${foreign}.`, 'unknown-zone.com.', 'a=2Fb.com.', foreign].map(async (zone) => {
          const { status, text } = await pdns.call(method, path.replace('ZONE', zone), body);
          return `${status} ${text}`;
        }),
      );
      expect(new Set(answers), `${method} ${path}`).toEqual(new Set(['404 {"error":"Not Found"}']));
    }
    const created = await Promise.all(
      [foreign, 'unknown-zone.com'].map(async (zone) => {
        const { status, text } = await pdns.call('POST', '/zones', { name: `${zone}.` });
        return `${status} ${text.replaceAll(zone, 'ZONE')}`;
      }),
    );
    expect(created[0]).toBe(created[1]);
    expect(created[0]).toMatch(/^422 .*POST \/v1\/domains/);
  });

  it('shows the UPDATE keys of the workspace without their secrets, and no foreign one', async () => {
    const { workspace, zone, pdns } = await stage();
    const key = await createKey(service, workspace, { domain: zone });
    const view = { algorithm: 'hmac-sha256', id: `${key.name}.`, key: '', name: key.name };
    expect((await pdns.call('GET', '/tsigkeys')).json).toEqual([{ ...view, type: 'TSIGKey' }]);
    const one = await pdns.call('GET', `/tsigkeys/${key.name}.`);
    expect(one.json).toEqual({ ...view, type: 'TSIGKey' });
    const other = await stage();
    expect((await other.pdns.call('GET', `/tsigkeys/${key.name}.`)).status).toBe(404);
  });

  it('calls about a zone as a whole', async () => {
    const { zone, pdns } = await stage();
    await pdns.patch(zone, a(`www.${zone}.`, '192.0.2.1'));
    expect(await pdns.call('POST', '/zones', { name: `${zone}.`, kind: 'Native' })).toMatchObject({
      status: 409,
      json: { error: 'Conflict' },
    });
    expect((await pdns.call('PUT', `/zones/${zone}.`, { account: 'me' })).status).toBe(204);
    const secondary = { kind: 'Slave', dnssec: true };
    expect((await pdns.call('PUT', `/zones/${zone}.`, secondary)).status).toBe(422);
    expect((await pdns.call('DELETE', `/zones/${zone}.`)).status).toBe(422);
    expect((await pdns.call('PUT', `/zones/${zone}./notify`)).json).toEqual({
      result: 'Notification queued',
    });
    expect((await pdns.call('PUT', `/zones/${zone}./rectify`)).json).toEqual({
      result: 'Rectified',
    });
    const { json } = await pdns.call('GET', `/zones/${zone}./export`);
    expect((json as { zone: string }).zone).toContain(`www.${zone}.\t300\tIN\tA\t192.0.2.1\n`);
    expect((await pdns.call('GET', `/zones/${zone}./cryptokeys`)).json).toEqual([]);
    expect((await pdns.call('GET', `/zones/${zone}./metadata`)).json).toEqual([]);
  });

  it('shows whether a zone is signed, and its keys', async () => {
    const { zone, pdns, client } = await stage();
    const { dnssec } = await client.call('enableDnssec', { domain: zone });
    await until('the zone is served signed', async () => {
      const { json } = await pdns.call('GET', `/zones/${zone}./cryptokeys`);
      return (json as { published: boolean }[])[0]?.published === true;
    });
    expect((await pdns.call('GET', '/zones')).json).toEqual([
      expect.objectContaining({ name: `${zone}.`, dnssec: true }),
    ]);
    const [key] = dnssec.keys;
    const shown = {
      active: true,
      algorithm: 'ECDSAP256SHA256',
      bits: 256,
      dnskey: key?.dnskey,
      ds: [key?.ds.toLowerCase()],
      flags: 257,
      id: 1,
      keytype: 'csk',
      published: true,
      type: 'Cryptokey',
    };
    expect((await pdns.call('GET', `/zones/${zone}./cryptokeys`)).json).toEqual([shown]);
    expect((await pdns.call('GET', `/zones/${zone}./cryptokeys/1`)).json).toEqual(shown);
    expect((await pdns.call('GET', `/zones/${zone}./cryptokeys/2`)).status).toBe(404);
    expect((await pdns.call('PUT', `/zones/${zone}.`, { dnssec: true })).status).toBe(204);
  });

  describe('DNSSEC', () => {
    const stateOf = async (client: Stage['client'], domain: string) =>
      (await client.call('getDnssec', { domain })).dnssec.state;

    it('is turned on and off by the flag of the zone', async () => {
      const { zone, pdns, client } = await stage();
      const put = async (dnssec: unknown) =>
        (await pdns.call('PUT', `/zones/${zone}.`, { kind: 'Native', dnssec })).status;
      expect(await put(false)).toBe(204);
      expect(await stateOf(client, zone)).toBe('off');
      expect(await put(true)).toBe(204);
      expect(await put(true)).toBe(204);
      expect(await stateOf(client, zone)).toBe('turning_on');
      expect(await put('false')).toBe(204);
      expect(await stateOf(client, zone)).toBe('turning_on');
      expect(await put(false)).toBe(204);
      await until('the zone is unsigned', async () => (await stateOf(client, zone)) === 'off');
      const kinds = (await client.call('listEvents', { limit: 50 })).events.map(({ type }) => type);
      expect(kinds.filter((kind) => kind === 'dnssec.turning_on')).toHaveLength(1);
    });

    it('stays as it is when a zone is sent back as it was read', async () => {
      const { zone, pdns, client } = await stage();
      const nameservers = ['ns1.example.net', 'ns2.example.net'];
      await client.call('replaceNameservers', { domain: zone, nameservers });
      const ds = [`4711 13 2 ${'AB'.repeat(32)}`];
      await client.call('enableDnssec', { domain: zone, ds, force: true });
      // Another operator signs it.
      const { json } = await pdns.call('GET', `/zones/${zone}.?rrsets=false`);
      expect(json).toMatchObject({ dnssec: false });
      expect((await pdns.call('PUT', `/zones/${zone}.`, json)).status).toBe(204);
      expect((await client.call('getDnssec', { domain: zone })).dnssec.foreignDs).toEqual(ds);

      const other = await stage();
      await other.client.call('enableDnssec', { domain: other.zone });
      await untilPhase(other.client, other.zone, 'waiting_for_caches');
      await service.advanceCalendar(dayMs);
      await untilPhase(other.client, other.zone, 'on');
      await other.client.call('disableDnssec', { domain: other.zone });
      // It is still signed.
      const signed = await other.pdns.call('GET', `/zones/${other.zone}.?rrsets=false`);
      expect(signed.json).toMatchObject({ dnssec: true });
      const put = await other.pdns.call('PUT', `/zones/${other.zone}.`, signed.json);
      expect(put.status).toBe(204);
      expect(await stateOf(other.client, other.zone)).toBe('turning_off');
    });

    it('is turned on by the first key, also when it is sent twice, and off without it', async () => {
      const { zone, pdns, client } = await stage();
      const keys = `/zones/${zone}./cryptokeys`;
      const created = await pdns.call('POST', keys, { keytype: 'ksk', active: true });
      expect(created).toMatchObject({
        status: 201,
        json: { id: 1, keytype: 'csk', flags: 257, algorithm: 'ECDSAP256SHA256' },
      });
      const { dnssec } = await client.call('getDnssec', { domain: zone });
      expect(created.json).toMatchObject({ dnskey: dnssec.keys[0]?.dnskey });
      const again = await pdns.call('POST', keys, { keytype: 'csk', algorithm: 13 });
      expect(again).toMatchObject({ status: 201, json: { dnskey: dnssec.keys[0]?.dnskey } });
      expect((await pdns.call('PUT', `${keys}/1`, { active: true })).status).toBe(204);
      expect((await pdns.call('PUT', `${keys}/1`, { active: false })).status).toBe(422);
      expect((await pdns.call('DELETE', `${keys}/2`)).status).toBe(404);
      expect((await pdns.call('DELETE', `${keys}/1`)).status).toBe(204);
      await until('the zone is unsigned', async () => (await stateOf(client, zone)) === 'off');
      expect((await pdns.call('GET', keys)).json).toEqual([]);
      expect((await pdns.call('DELETE', `${keys}/1`)).status).toBe(404);
    });

    it('keeps both keys while one replaces the other', async () => {
      const { zone, pdns, client } = await stage();
      await client.call('enableDnssec', { domain: zone });
      await untilPhase(client, zone, 'waiting_for_caches');
      await service.advanceCalendar(dayMs);
      await untilPhase(client, zone, 'on');
      await client.call('rollDnssec', { domain: zone });
      const keys = `/zones/${zone}./cryptokeys`;
      expect((await pdns.call('GET', keys)).json).toHaveLength(2);
      const refused = await pdns.call('DELETE', `${keys}/1`);
      expect(refused).toMatchObject({
        status: 422,
        json: { error: expect.stringContaining('is being replaced') },
      });
      expect((await pdns.call('GET', keys)).json).toHaveLength(2);
    });

    it('takes no key from outside and of no other kind', async () => {
      const { zone, pdns, client } = await stage();
      const bodies: object[] = [
        { keytype: 'csk', privatekey: 'Private-key-format: v1.2' },
        { keytype: 'csk', content: 'Private-key-format: v1.2' },
        { keytype: 'zsk' },
        { keytype: 7 },
        { keytype: 'csk', active: false },
        { keytype: 'csk', algorithm: 'rsasha256' },
      ];
      for (const body of bodies) {
        const { status } = await pdns.call('POST', `/zones/${zone}./cryptokeys`, body);
        expect(status, JSON.stringify(body)).toBe(422);
      }
      expect(await stateOf(client, zone)).toBe('off');
    });

    it('is not for a key that may only change records', async () => {
      const { workspace, zone, pdns, client } = await stage();
      const limited = await service.key(workspace, { scope: 'dns' });
      const some = new PowerdnsClient({ url: service.url, key: limited.apiKey });
      const keys = `/zones/${zone}./cryptokeys`;
      const put = (dnssec: boolean) => some.call('PUT', `/zones/${zone}.`, { dnssec });
      expect((await put(true)).status).toBe(403);
      expect((await put(false)).status).toBe(204);
      expect((await some.call('POST', keys, { keytype: 'csk' })).status).toBe(403);
      expect(await stateOf(client, zone)).toBe('off');
      await pdns.call('POST', keys, { keytype: 'csk' });
      expect((await put(true)).status).toBe(204);
      expect((await put(false)).status).toBe(403);
      expect((await some.call('DELETE', `${keys}/1`)).status).toBe(403);
      expect(await stateOf(client, zone)).toBe('turning_on');
    });
  });

  it('searches names and contents of its own zones', async () => {
    const { zone, pdns } = await stage();
    const other = await stage();
    await pdns.patch(zone, a(`www.${zone}.`, '192.0.2.77'));
    await other.pdns.patch(other.zone, a(`www.${other.zone}.`, '192.0.2.77'));
    const found = {
      content: '192.0.2.77',
      disabled: false,
      name: `www.${zone}.`,
      object_type: 'record',
      ttl: 300,
      type: 'A',
      zone: `${zone}.`,
      zone_id: `${zone}.`,
    };
    expect((await pdns.call('GET', '/search-data?q=www*&max=10')).json).toEqual([found]);
    expect((await pdns.call('GET', '/search-data?q=192.0.2.7?')).json).toEqual([found]);
    expect((await pdns.call('GET', `/search-data?q=${zone}&object_type=zone`)).json).toEqual([
      { name: `${zone}.`, object_type: 'zone', zone_id: `${zone}.` },
    ]);
    for (const query of ['q=', 'q=x&max=0', 'q=x&max=y', 'q=x&object_type=y']) {
      expect((await pdns.call('GET', `/search-data?${query}`)).status, query).toBe(422);
    }
  });

  it('search finds every kind of record by its name and by its content', async () => {
    const { zone, pdns, workspace } = await stage();
    const records = [
      { type: 'CNAME', value: 'Flat.example.net', name: '@' },
      { type: 'ALIAS', value: 'alias.example.net', name: 'alias' },
      { type: 'CNAME', value: 'lone.example.net', name: '*.wild' },
      { type: 'TXT', value: 'some "quoted" text', name: '0/25' },
      { type: 'MX', value: '10 mail.example.net', name: 'mx' },
    ] as const;
    for (const record of records) {
      await workspace.client.call('createRecord', { domain: zone, ...record });
    }
    const find = async (q: string) => {
      const path = `/search-data?object_type=record&q=${encodeURIComponent(q)}`;
      const { json } = await pdns.call('GET', path);
      return (json as { name: string; type: string; content: string }[])
        .map(({ name, type, content }) => `${name.replace(`${zone}.`, '')} ${type} ${content}`)
        .sort();
    };
    expect(await find('flat.*')).toEqual([' ALIAS flat.example.net.']);
    expect(await find('*.EXAMPLE.net.')).toEqual([
      ' ALIAS flat.example.net.',
      '*.wild. CNAME lone.example.net.',
      'alias. ALIAS alias.example.net.',
      'mx. MX 10 mail.example.net.',
    ]);
    expect(await find('?.wild*')).toEqual(['*.wild. CNAME lone.example.net.']);
    expect(await find('*quoted*')).toEqual([String.raw`0/25. TXT "some \"quoted\" text"`]);
    expect(await find('0/25*')).toHaveLength(1);
    expect(await find('*nowhere*')).toEqual([]);
  });

  it('search finds addresses by their names and contents, on every page of a zone', async () => {
    const { zone, pdns } = await stage();
    const set = (name: string, type: string, content: string) => ({
      ...{ name: `${name}${zone}.`, type, changetype: 'REPLACE', ttl: 300 },
      records: [{ content }],
    });
    const long = `"${'x'.repeat(250)}" `.repeat(16).trim();
    const sets = [
      ...Array.from({ length: 560 }, (_, index) => set(`host-${index}.`, 'A', '192.0.2.1')),
      // More bytes than a page has.
      ...Array.from({ length: 40 }, (_, index) => set(`host-300-${index}.`, 'TXT', long)),
      set('', 'A', '192.0.2.77'),
      set('zoo.', 'AAAA', '2001:DB8:0:0::BEEF'),
      set('zoo.', 'TXT', '"needle"'),
      set('below.zoo.', 'A', '192.0.2.78'),
    ];
    expect((await pdns.patch(zone, ...sets)).status).toBe(204);
    const find = async (q: string) => {
      const path = `/search-data?object_type=record&max=1000&q=${encodeURIComponent(q)}`;
      const { json } = await pdns.call('GET', path);
      return (json as { name: string; content: string }[])
        .map(({ name, content }) => `${name.replace(`${zone}.`, '')} ${content}`)
        .sort();
    };
    expect(await find('*host-*')).toHaveLength(600);
    expect(await find('*x*x*')).toHaveLength(40);
    expect(await find('host-55?.*')).toHaveLength(10);
    expect(await find('192.0.2.1')).toHaveLength(560);
    expect(await find('192.0.2.7*')).toEqual([' 192.0.2.77', 'below.zoo. 192.0.2.78']);
    expect(await find('2001:db8::beef')).toEqual(['zoo. 2001:db8::beef']);
    expect(await find('*needle*')).toEqual(['zoo. "needle"']);
    expect(await find(`*zoo.${zone.slice(0, 3)}*`)).toHaveLength(3);
    expect(await find(`?ost-1.${zone}.`)).toEqual(['host-1. 192.0.2.1']);
    expect(await find('*host_1*')).toEqual([]);
    expect(await find('*h\0ost*')).toEqual([]);
  });

  describe('keys', () => {
    it('without a valid key every path is 401', async () => {
      const pdns = new PowerdnsClient({ url: service.url, key: 'wrong' });
      for (const path of ['/api', '/zones', '/zones/x.com.', '/nothing']) {
        const { status, text } = await pdns.call('GET', path);
        expect(`${status} ${text}`, path).toBe('401 {"error":"Unauthorized"}');
      }
    });

    it('have the scopes and domains that they have under /v1', async () => {
      const { workspace, zone } = await stage();
      const sibling = await service.liveDomain(workspace.client);
      const reader = await service.key(workspace, { scope: 'read' });
      const limited = await service.key(workspace, { scope: 'dns', domains: [zone] });
      const readOnly = new PowerdnsClient({ url: service.url, key: reader.apiKey });
      expect((await readOnly.patch(zone, a(`www.${zone}.`, '192.0.2.1'))).status).toBe(403);
      expect((await readOnly.call('GET', `/zones/${zone}.`)).status).toBe(200);
      const some = new PowerdnsClient({ url: service.url, key: limited.apiKey });
      expect((await some.patch(zone, a(`www.${zone}.`, '192.0.2.1'))).status).toBe(204);
      expect((await some.patch(sibling, a(`www.${sibling}.`, '192.0.2.1'))).status).toBe(404);
      expect((await some.call('GET', '/zones')).json).toHaveLength(1);
      expect((await some.call('GET', '/search-data?q=*&object_type=zone')).json).toHaveLength(1);
    });
  });

  it('unknown paths are 404, other methods 405', async () => {
    const { zone, pdns } = await stage();
    expect(await pdns.call('GET', '/nothing')).toMatchObject({
      status: 404,
      json: { error: 'Not Found' },
    });
    expect((await pdns.call('GET', '/api/v1/servers/other/zones')).status).toBe(404);
    expect(await pdns.call('POST', `/zones/${zone}.`, {})).toMatchObject({
      status: 405,
      json: { error: 'Method Not Allowed' },
    });
  });
});
