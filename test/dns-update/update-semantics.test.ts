/** What UPDATE does to records (RFC 2136, section 3.4.2, and the rules of the design). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  classes,
  decodeMessage,
  encodeMessage,
  frame,
  makeMessage,
  makeUpdate,
  Name,
  opcodes,
  type Prerequisite,
  rcodes,
  readZoneFile,
  rrTypes,
  type UpdateAction,
} from '@hostmaster/dns';
import { exchange, signPacket } from '@hostmaster/dns/node';
import { query } from '@hostmaster/test-rig/any-query';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LongWork } from '../../packages/server/src/base/fairness/long-work.ts';
import { createLog } from '../../packages/server/src/base/log.ts';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { createUpdateHandlers } from '../../packages/server/src/dns-update/answer-update.ts';
import { forgetExpiredMessages } from '../../packages/server/src/dns-update/replays.ts';
import { findZone } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { createKey, recordsOf, type TestKey, tsigKey } from './updater.ts';

const listMessages = query<object>()(({ db }) => db.selectFrom('update_messages').select('mac'));

interface Stage {
  readonly service: TestService;
  readonly zone: string;
  readonly key: TestKey;
}

describeService('UPDATE on records', (service) => {
  async function stage() {
    const workspace = await service.workspace();
    const zone = await service.liveDomain(workspace.client);
    const key = await createKey(service, workspace, { domain: zone });
    return { service, workspace, client: workspace.client, zone, key };
  }

  it('hole 15: prerequisites outside the scope of the key are refused, true or false', async () => {
    const { workspace, client, zone } = await stage();
    const key = await createKey(service, workspace, { domain: zone, name: 'www', types: 'A' });
    const at = { service, zone, key };
    await client.call('createRecord', {
      domain: zone,
      name: 'secret',
      type: 'A',
      value: '192.0.2.9',
    });
    const name = (owner: string) => full(zone, owner);
    const ask = (prerequisite: Prerequisite) => send(at, [], [prerequisite]);
    for (const owner of ['secret', 'absent', '@']) {
      expect(await ask({ kind: 'name-in-use', name: name(owner) })).toBe(rcodes.REFUSED);
      expect(await ask({ kind: 'name-not-in-use', name: name(owner) })).toBe(rcodes.REFUSED);
      const set = { name: name(owner), type: rrTypes.A };
      expect(await ask({ kind: 'set-exists', ...set })).toBe(rcodes.REFUSED);
    }
    const text = { name: name('www'), type: rrTypes.TXT };
    expect(await ask({ kind: 'set-does-not-exist', ...text })).toBe(rcodes.NOERROR);
    expect(await ask({ kind: 'set-exists', ...text })).toBe(rcodes.NXRRSET);
    // Its own records, and types that no record here can have, as before.
    expect(await ask({ kind: 'name-in-use', name: name('www') })).toBe(rcodes.NXDOMAIN);
    const own = { name: name('www'), type: rrTypes.A };
    expect(await ask({ kind: 'set-exists', ...own })).toBe(rcodes.NXRRSET);
    expect(await ask({ kind: 'set-does-not-exist', name: name('www'), type: 49 })).toBe(
      rcodes.NOERROR,
    );
  });

  it('an exact repeat changes nothing and gets the first answer, on every process', async () => {
    const at = await stage();
    const { client, zone, key } = at;
    const update = (line: string, prerequisites: readonly Prerequisite[] = []) =>
      signPacket(
        encodeMessage(
          makeUpdate(7, { zone: full(zone, '@'), prerequisites, actions: [add(zone, line)] }),
        ),
        { key: tsigKey(key), nowSeconds: Math.floor(Date.now() / 1_000) },
      ).packet;
    const added = update('www 60 A 192.0.2.1');
    expect(await sendPacket(service, added)).toBe(rcodes.NOERROR);
    const { records } = await client.call('listRecords', { domain: zone });
    const [record] = records;
    await client.call('deleteRecord', { domain: zone, recordId: record?.id ?? '' });
    const revisions = async () =>
      (await client.call('listRevisions', { domain: zone })).revisions.length;
    const made = await revisions();
    // The reply was lost: the same octets again, also to a process that has only the database.
    expect(await sendPacket(service, added)).toBe(rcodes.NOERROR);
    const elsewhere = createUpdateHandlers({
      database: service.database,
      secrets: openSecretBox(service.config.secretFile),
      clock: { now: () => Date.now() },
      log: createLog('silent'),
      limits: service.config.limits,
      soaDefaults: service.config.soaDefaults,
      longWork: new LongWork({ waitingMax: 1, placesMax: 1 }),
      rate: null,
    });
    const owner = { kind: 'updater', keyId: key.name };
    const repeated = { message: decodeMessage(added), peer: { address: '127.0.0.1' } };
    expect(
      await elsewhere.update({ request: repeated, requester: { kind: 'signed', owner } }),
    ).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual([]);
    expect(await revisions()).toBe(made);
    // Also a message whose prerequisite did not hold the first time.
    const name = full(zone, 'late');
    const conditional = update('www 60 A 192.0.2.2', [{ kind: 'name-in-use', name }]);
    expect(await sendPacket(service, conditional)).toBe(rcodes.NXDOMAIN);
    expect(await send(at, [add(zone, 'late 60 A 192.0.2.3')])).toBe(rcodes.NOERROR);
    expect(await sendPacket(service, conditional)).toBe(rcodes.NXDOMAIN);
    expect(await recordsOf(client, zone)).toEqual(['late 60 A 192.0.2.3']);
    // Forgotten only when the signature is too old: up to 300 s after a clock 300 s ahead.
    const count = async () => (await service.database.all(listMessages, {})).length;
    const held = await count();
    expect(held).toBeGreaterThanOrEqual(3);
    await forgetExpiredMessages(service.database, { now: () => Date.now() + 300_000 });
    expect(await count()).toBe(held);
    await forgetExpiredMessages(service.database, { now: () => Date.now() + 601_000 });
    expect(await count()).toBe(0);
    // Two different messages of one second are two changes, in either order of their times.
    expect(await sendPacket(service, update('b 60 A 192.0.2.1'))).toBe(rcodes.NOERROR);
    expect(await sendPacket(service, update('a 60 A 192.0.2.1'))).toBe(rcodes.NOERROR);
  });

  it('deleting what no record can be is ignored', async () => {
    const at = await stage();
    const { client, workspace, zone } = at;
    await client.call('createRecord', { domain: zone, name: 'www', type: 'A', value: '192.0.2.1' });
    const rrsig = 46;
    const actions: readonly UpdateAction[] = [
      { kind: 'delete-set', name: full(zone, 'www'), type: rrsig },
      { kind: 'delete-record', name: full(zone, 'www'), type: 65_300, rdata: Uint8Array.of(1) },
      { kind: 'delete-name', name: Name.parse(`a\\.b.${zone}`) },
    ];
    expect(await send(at, actions)).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['www 3600 A 192.0.2.1']);
    const narrow = await createKey(service, workspace, { domain: zone, name: 'x', types: 'A' });
    expect(await send({ ...at, key: narrow }, actions.slice(0, 1))).toBe(rcodes.REFUSED);
    const own: UpdateAction = { kind: 'delete-set', name: full(zone, 'x'), type: rrsig };
    expect(await send({ ...at, key: narrow }, [own])).toBe(rcodes.NOERROR);
  });

  it('text comes back readable where it is UTF-8', async () => {
    const at = await stage();
    const { client, zone } = at;
    const long = 'ü'.repeat(200);
    const split = Buffer.from(long).subarray(0, 255);
    const strings = [split, Buffer.from(long).subarray(255)].map((part) =>
      Buffer.concat([Buffer.of(part.length), part]),
    );
    const record = {
      name: full(zone, 'b'),
      type: rrTypes.TXT,
      class: classes.IN,
      ttlSeconds: 60,
      rdata: Uint8Array.from(Buffer.concat(strings)),
    };
    const rcode = await send(at, [
      add(zone, 'a 60 TXT "gr\\195\\188n \\"x\\"" "\\240\\159\\144\\159"'),
      { kind: 'add', record },
      add(zone, 'c 60 TXT "\\195" "\\007"'),
    ]);
    expect(rcode).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual([
      'a 60 TXT "grün \\"x\\"" "🐟"',
      `b 60 TXT "${long}"`,
      'c 60 TXT "\\195" "\\007"',
    ]);
    const { name, type, rdata } = record;
    expect(await send(at, [{ kind: 'delete-record', name, type, rdata }])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toHaveLength(2);
  });

  it('a message with too many entries is refused', async () => {
    const at = await stage();
    const actions = Array.from({ length: 1_001 }, () => add(at.zone, 'www 60 A 192.0.2.1'));
    expect(await send(at, actions)).toBe(rcodes.REFUSED);
    expect(await send(at, actions.slice(1))).toBe(rcodes.NOERROR);
  });

  it('an add sets the TTL of its set and repeats nothing', async () => {
    const at = await stage();
    const { client, zone } = at;
    for (const value of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      await client.call('createRecord', { domain: zone, name: 'www', type: 'A', value });
    }
    const before = (await client.call('listRecords', { domain: zone })).records.map(({ id }) => id);
    expect(await send(at, [add(zone, 'www 120 A 192.0.2.2')])).toBe(rcodes.NOERROR);
    const { records } = await client.call('listRecords', { domain: zone });
    expect(records.map(({ id }) => id)).toEqual(before);
    expect(records.map(({ ttl }) => ttl)).toEqual([120, 120, 120]);
    expect(await send(at, [add(zone, 'WWW 1 A 192.0.2.3')])).toBe(rcodes.NOERROR);
    const after = await recordsOf(client, zone);
    expect(after.filter((line) => line.startsWith('www 60 A '))).toHaveLength(4);
  });

  it('deletes by canonical data, by set and by name take every matching id', async () => {
    const at = await stage();
    const { client, zone } = at;
    const create = (name: string, type: 'MX' | 'TXT' | 'ALIAS' | 'AAAA' | 'NS', value: string) =>
      client.call('createRecord', { domain: zone, name, type, value });
    await create('m', 'MX', '10 Mail.Example.NET');
    await create('m', 'MX', 'mail.example.net.');
    await create('m', 'MX', '20 mail.example.net');
    expect(await send(at, [remove(zone, 'm MX 10 MAIL.example.net.')])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['m 3600 MX 20 mail.example.net']);
    await create('m', 'TXT', 'raw; text with "quotes" inside');
    await create('m', 'AAAA', '2001:DB8::1');
    expect(await send(at, [{ kind: 'delete-set', name: full(zone, 'm'), type: rrTypes.MX }])).toBe(
      rcodes.NOERROR,
    );
    expect(await recordsOf(client, zone)).toHaveLength(2);
    await create('m', 'ALIAS', 'app.example.net');
    expect(await send(at, [{ kind: 'delete-name', name: full(zone, 'm') }])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual([]);
    await create('@', 'TXT', 'apex');
    await create('@', 'NS', 'ns.example.net');
    expect(await send(at, [{ kind: 'delete-name', name: full(zone, '@') }])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['@ 3600 NS ns.example.net']);
  });

  it('a placeholder among the nameservers that is deleted again changes nothing', async () => {
    const at = await stage();
    const { client, zone, workspace } = at;
    const apex = full(zone, '@');
    const remove = (host: string): UpdateAction => ({
      kind: 'delete-record',
      name: apex,
      type: rrTypes.NS,
      rdata: Name.parse(host).wire,
    });
    const steps = [
      add(zone, `@ 60 NS placeholder.${zone}.`),
      remove('ns1.hostmaster.example'),
      remove('ns2.hostmaster.example'),
      add(zone, '@ 60 NS ns2.hostmaster.example.'),
      add(zone, '@ 60 NS ns1.hostmaster.example.'),
    ];
    const serial = () => service.database.first(findZone, { name: zone });
    const before = await serial();
    expect(await send(at, [...steps, remove(`placeholder.${zone}`)])).toBe(rcodes.NOERROR);
    expect(await serial()).toEqual(before);
    // Without its deletion it would be another set.
    expect(await send(at, [...steps, add(zone, 'a 60 A 192.0.2.1')])).toBe(rcodes.REFUSED);
    expect(await recordsOf(client, zone)).toEqual([]);
    const [entry] = await readActivity(service.database, { workspaceId: workspace.id, limit: 1 });
    expect(entry).toMatchObject({
      action: 'update.refused',
      actor: { kind: 'update_key' },
      subject: zone,
      origin: { address: '127.0.0.1' },
      details: { reason: expect.stringContaining(`placeholder.${zone} is not one of them`) },
    });
  });

  it('a client that repeats what is refused does not fill the activity', async () => {
    const at = await stage();
    const count = async () => {
      const entries = await readActivity(service.database, {
        workspaceId: at.workspace.id,
        limit: 100,
      });
      return entries.filter(({ action }) => action === 'update.refused').length;
    };
    for (let index = 0; index < 15; index += 1) {
      const actions = [add(at.zone, `@ 60 NS ns${index}.example.net.`)];
      expect(await send(at, actions)).toBe(rcodes.REFUSED);
    }
    expect(await count()).toBe(10);
  });

  it('SOA and the nameservers of the domain stay what they are', async () => {
    const at = await stage();
    const { client, zone } = at;
    const apex = full(zone, '@');
    const soa = add(zone, '@ 60 SOA ns.example.net. a.example.net. 4000000000 1 1 1 1');
    const ns = Name.parse('ns1.hostmaster.example').wire;
    const rcode = await send(at, [
      soa,
      { kind: 'delete-set', name: apex, type: rrTypes.SOA },
      { kind: 'delete-set', name: apex, type: rrTypes.NS },
      { kind: 'delete-record', name: apex, type: rrTypes.NS, rdata: ns },
      add(zone, '@ 60 NS ns1.hostmaster.example.'),
      add(zone, 'sub 60 NS ns.example.net.'),
    ]);
    expect(rcode).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['sub 60 NS ns.example.net.']);
  });

  it('a CNAME is replaced by a CNAME, and nothing is put beside it', async () => {
    const at = await stage();
    const { client, zone } = at;
    const { record } = await client.call('createRecord', {
      domain: zone,
      name: 'c',
      type: 'CNAME',
      value: 'old.example.net',
    });
    const rcode = await send(at, [
      add(zone, 'c 300 CNAME new.example.net.'),
      add(zone, 'c 300 A 192.0.2.1'),
      add(zone, 'a 300 A 192.0.2.1'),
      add(zone, 'a 300 CNAME new.example.net.'),
      // At the apex a CNAME is flattened, so it may stand beside others.
      add(zone, '@ 300 CNAME new.example.net.'),
      add(zone, '@ 300 TXT "beside"'),
    ]);
    expect(rcode).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual([
      '@ 300 CNAME new.example.net.',
      '@ 300 TXT "beside"',
      'a 300 A 192.0.2.1',
      'c 300 CNAME new.example.net.',
    ]);
    const { records } = await client.call('listRecords', { domain: zone });
    expect(records.find(({ name }) => name === 'c')?.id).toBe(record.id);
  });

  it('actions take effect in order; a value that comes back keeps its id', async () => {
    const at = await stage();
    const { client, zone, workspace } = at;
    const { record } = await client.call('createRecord', {
      domain: zone,
      name: 'www',
      type: 'A',
      value: '192.0.2.1',
    });
    const rcode = await send(at, [
      { kind: 'delete-name', name: full(zone, 'www') },
      add(zone, 'www 3600 A 192.0.2.1'),
      add(zone, 'gone 60 TXT "x"'),
      { kind: 'delete-name', name: full(zone, 'gone') },
    ]);
    expect(rcode).toBe(rcodes.NOERROR);
    const { records } = await client.call('listRecords', { domain: zone });
    expect(records).toEqual([record]);
    const [latest] = await readActivity(service.database, { workspaceId: workspace.id, limit: 1 });
    // Nothing changed, so no activity is recorded: the newest entry is that of the API.
    expect(latest?.actor.kind).toBe('api_key');
  });

  it.each([
    ['quotes and backslashes', 'x 60 TXT "a \\"quoted\\" word" "back\\\\slash"'],
    ['semicolons and parentheses', 'x 60 TXT "v=1; p=(a;b)"'],
    ['octets', 'x 60 TXT "\\000\\255\\127"'],
    ['600 octets', `x 60 TXT "${'a'.repeat(255)}" "${'b'.repeat(255)}" "${'c'.repeat(90)}"`],
    ['a wildcard', '*.w 60 A 192.0.2.1'],
    ['underscores', '_443._tcp 60 SRV 1 2 443 host.example.net.'],
    ['IDN', 'xn--bcher-kva 60 CNAME xn--mnchen-3ya.example.net.'],
    ['null MX', '@ 60 MX 0 .'],
    ['TLSA', `_25._tcp 60 TLSA 3 1 1 ${'ab'.repeat(32)}`],
    ['SVCB parameters', 'x 60 HTTPS 1 . alpn="h2,h3" ipv4hint=192.0.2.1 port=443'],
    ['PTR', '1 60 PTR host.example.net.'],
  ])('hostile values come back as they were sent: %s', async (_, line) => {
    const at = await stage();
    const { client, zone } = at;
    const sent = add(zone, line);
    expect(await send(at, [sent])).toBe(rcodes.NOERROR);
    const { records } = await client.call('listRecords', { domain: zone });
    expect(records).toHaveLength(1);
    const [first] = records;
    // The value is in presentation form: the API takes it back and it means the same.
    await client.call('updateRecord', {
      domain: zone,
      recordId: first?.id ?? '',
      value: first?.value ?? '',
    });
    const { record } = sent;
    const { name, type, rdata } = record;
    const equal = { kind: 'set-equals', name, type, rdatas: [rdata] } as const;
    expect(await send(at, [{ kind: 'delete-record', name, type, rdata }], [equal])).toBe(
      rcodes.NOERROR,
    );
    expect(await recordsOf(client, zone)).toEqual([]);
  });

  it('ALIAS has the type that transfers show, also for a CNAME that is flattened', async () => {
    const at = await stage();
    const { workspace, client, zone } = at;
    const alias = (owner: string, rdata = '0161076578616d706c6500') =>
      add(zone, `${owner} 300 TYPE65401 \\# ${rdata.length / 2} ${rdata}`);
    const removal = ({ record: { name, type, rdata } }: ReturnType<typeof alias>) =>
      ({ kind: 'delete-record', name, type, rdata }) as const;
    expect(await send(at, [alias('@'), alias('@', '0141074558414d504c4500')])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['@ 300 ALIAS a.example']);
    const { record } = alias('@');
    const equal = { kind: 'set-equals', name: record.name, type: record.type } as const;
    const held = [{ ...equal, rdatas: [record.rdata] }];
    expect(await send(at, [removal(alias('@')), alias('www')], held)).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['www 300 ALIAS a.example']);
    const set = { name: full(zone, 'www'), type: record.type };
    expect(await send(at, [{ kind: 'delete-set', ...set }])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual([]);
    for (const name of ['@', 'plain']) {
      await client.call('createRecord', { domain: zone, name, type: 'CNAME', value: 'a.example' });
    }
    // Written as read it is the same record; the set gets the TTL. A plain CNAME is none.
    expect(await send(at, [alias('@'), removal(alias('plain'))])).toBe(rcodes.NOERROR);
    const cnames = ['@ 300 CNAME a.example', 'plain 3600 CNAME a.example'];
    expect(await recordsOf(client, zone)).toEqual(cnames);
    const narrow = {
      service,
      zone,
      key: await createKey(service, workspace, { domain: zone, types: 'ALIAS' }),
    };
    expect(await send(narrow, [removal(alias('@'))])).toBe(rcodes.REFUSED);
    expect(await send(at, [removal(alias('@'))])).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(cnames.slice(1));
  });

  it('names and values that no record can have are refused', async () => {
    const at = await stage();
    const { client, zone } = at;
    for (const line of [
      'sp\\032ace 60 A 192.0.2.1',
      'a\\.b 60 A 192.0.2.1',
      'x.*.y 60 A 192.0.2.1',
      'x 60 CNAME sp\\032ace.example.net.',
      `x 60 TXT ${`"${'a'.repeat(255)}" `.repeat(17)}`,
      'x 60 TYPE65401 \\# 1 00',
    ]) {
      expect(await send(at, [add(zone, line)]), line).toBe(rcodes.REFUSED);
    }
    expect(await recordsOf(client, zone)).toEqual([]);
  });

  it('messages out of form are FORMERR or NOTZONE and change nothing', async () => {
    const at = await stage();
    const { client, zone } = at;
    const { record } = add(zone, 'www 60 A 192.0.2.1');
    const question = { name: full(zone, '@'), type: rrTypes.SOA, class: classes.IN };
    const message = (parts: object) =>
      makeMessage(1, { opcode: opcodes.UPDATE, questions: [question], ...parts });
    const bad = { ...record, class: classes.CH };
    for (const [broken, rcode] of [
      [message({ questions: [] }), rcodes.FORMERR],
      [message({ questions: [question, question] }), rcodes.FORMERR],
      [message({ questions: [{ ...question, type: rrTypes.A }] }), rcodes.FORMERR],
      [message({ authorities: [record, bad] }), rcodes.FORMERR],
      [message({ authorities: [record, { ...record, type: rrTypes.ANY }] }), rcodes.FORMERR],
      [message({ answers: [{ ...record, ttlSeconds: 1 }], authorities: [record] }), rcodes.FORMERR],
      [
        message({ authorities: [record, { ...record, name: Name.parse('example.org') }] }),
        rcodes.NOTZONE,
      ],
    ] as const) {
      expect((await exchange(broken, optionsOf(at))).rcode).toBe(rcode);
    }
    expect(await recordsOf(client, zone)).toEqual([]);
  });

  it('damaged packets change nothing, and the server goes on', async () => {
    const at = await stage();
    const { client, zone, key } = at;
    const update = {
      zone: full(zone, '@'),
      prerequisites: [],
      actions: [add(zone, 'w 60 A 192.0.2.1')],
    };
    const unsigned = encodeMessage(makeUpdate(7, update));
    const { packet } = signPacket(unsigned, {
      key: tsigKey(key),
      nowSeconds: Math.floor(Date.now() / 1_000),
    });
    const socket = connect({ port: service.dnsPort, host: '127.0.0.1', allowHalfOpen: true });
    // What the signature covers; the letter case of the key's name, for one, it does not.
    const places = fc.tuple(fc.nat(unsigned.length - 1), fc.integer({ min: 1, max: 255 }));
    for (const [offset, mask] of fc.sample(places, 400)) {
      // The id may be altered on the way: the signature covers the original (RFC 8945, 4.3.3).
      if (offset < 2) continue;
      const broken = Uint8Array.from(packet);
      broken[offset] = (broken[offset] ?? 0) ^ mask;
      socket.write(frame(broken));
      socket.write(frame(packet.subarray(0, offset)));
    }
    socket.end();
    socket.resume();
    await once(socket, 'end');
    const sound = await send(at, [add(zone, 'after 60 A 192.0.2.2')]);
    expect(sound).toBe(rcodes.NOERROR);
    expect(await recordsOf(client, zone)).toEqual(['after 60 A 192.0.2.2']);
  });
});

function full(zone: string, name: string): Name {
  return Name.parse(name, Name.parse(zone));
}

/** A line of a zone file as an addition. */
function add(zone: string, line: string) {
  const [record] = readZoneFile(line, { origin: Name.parse(zone) });
  if (record === undefined) throw new Error(`${line} is no record.`);
  return { kind: 'add', record } as const;
}

function remove(zone: string, line: string): UpdateAction {
  const [name = '', ...rest] = line.split(' ');
  const { record } = add(zone, `${name} 0 ${rest.join(' ')}`);
  return { kind: 'delete-record', name: record.name, type: record.type, rdata: record.rdata };
}

function optionsOf({ service, key }: Stage) {
  return {
    address: '127.0.0.1',
    port: service.dnsPort,
    timeoutMs: 20_000,
    transport: 'tcp' as const,
    key: tsigKey(key),
    nowSeconds: () => Math.floor(Date.now() / 1_000),
  };
}

/** A packet as it is, over UDP; the rcode of the answer. */
async function sendPacket(service: TestService, packet: Uint8Array): Promise<number> {
  const socket = createSocket('udp4');
  try {
    socket.send(packet, service.dnsPort, '127.0.0.1');
    const [reply] = (await once(socket, 'message')) as [Buffer];
    return reply.readUInt8(3) & 0x0f;
  } finally {
    socket.close();
  }
}

/** Signed, and the answer's signature is checked. */
async function send(
  at: Stage,
  actions: readonly UpdateAction[],
  prerequisites: Parameters<typeof makeUpdate>[1]['prerequisites'] = [],
): Promise<number> {
  const update = { zone: full(at.zone, '@'), prerequisites, actions };
  return (await exchange(makeUpdate(4_711, update), optionsOf(at))).rcode;
}
