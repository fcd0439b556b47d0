/**
 * The server side of the protocol: commands are sent by the real client, invalid input over a raw
 * connection.
 */

import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EppSession, openSession } from '../client/epp-session.ts';
import { checkContacts } from '../codecs/contact/contact-check.ts';
import { createContact } from '../codecs/contact/contact-create.ts';
import { deleteContact } from '../codecs/contact/contact-delete.ts';
import { infoContact } from '../codecs/contact/contact-info.ts';
import { updateContact } from '../codecs/contact/contact-update.ts';
import { checkDomains } from '../codecs/domain/domain-check.ts';
import { createDomain } from '../codecs/domain/domain-create.ts';
import { deleteDomain } from '../codecs/domain/domain-delete.ts';
import { infoDomain } from '../codecs/domain/domain-info.ts';
import { renewDomain } from '../codecs/domain/domain-renew.ts';
import { updateDomain } from '../codecs/domain/domain-update.ts';
import { checkHosts } from '../codecs/host/host-check.ts';
import { createHost } from '../codecs/host/host-create.ts';
import { infoHost } from '../codecs/host/host-info.ts';
import { updateHost } from '../codecs/host/host-update.ts';
import { decodeGreeting } from '../codecs/session/greeting.ts';
import { acknowledgeMessage, pollMessage } from '../codecs/session/poll.ts';
import { failure } from '../fixtures/expect-errors.ts';
import { connectRaw, type RawClient } from '../fixtures/raw-client.ts';
import { recorded } from '../fixtures/recorded.ts';
import { pem, type RegistryPeer, startRegistry } from '../fixtures/registry-peer.ts';
import { schemaProblems } from '../fixtures/schema-validator.ts';
import { domainUri } from '../namespaces.ts';
import { readXml } from '../xml/read-xml.ts';
import { childElements } from '../xml/xml-element.ts';
import type { Peer } from './epp-backend.ts';

const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
const domainName = 'shop.example';

let peer: RegistryPeer;
const sentByFront: string[] = [];

beforeEach(async () => {
  peer = await startRegistry();
});

afterEach(async () => {
  sentByFront.push(...peer.events.flatMap((event) => (event.event === 'sent' ? [event.xml] : [])));
  await peer[Symbol.asyncDispose]();
});

// Redaction keeps the shape of a frame, so its log can be validated.
afterAll(async () => {
  const standard = sentByFront.filter((xml) => !xml.includes('urn:vendor'));
  expect(standard.length).toBeGreaterThan(80);
  expect(await schemaProblems(standard)).toEqual([]);
});

describe('commands from our own client', () => {
  let session: EppSession;
  beforeEach(async () => {
    session = await openSession(peer.clientOptions);
  });
  afterEach(() => session.logout());

  test('domains live their whole life', async () => {
    const fee = { currency: 'EUR', fees: [{ amount: '20.00' }] };
    const quote = await session.send(checkDomains, {
      names: [domainName, 'premium-x.example'],
      fee: { commands: [{ name: 'create', periodYears: 2 }] },
    });
    expect(quote.data.fee?.objects.map((object) => object.class)).toEqual([undefined, 'premium']);
    const created = await session.send(createDomain, {
      name: domainName,
      periodYears: 2,
      nameservers: {
        kind: 'attributes',
        hosts: [{ name: `ns1.${domainName}`, addresses: ['192.0.2.1', '2001:db8::1'] }],
      },
      registrant: 'CT-1',
      contacts: [{ role: 'admin', id: 'CT-1' }],
      authInfo: '<secret> & "more"',
      dnssec: [ds],
      fee,
    });
    expect(created.data.fee).toEqual({ ...fee, credits: [], balance: '90.00' });
    const check = await session.send(checkDomains, { names: [domainName] });
    expect(check.data.domains).toEqual([{ name: domainName, available: false, reason: 'In use' }]);
    const renewed = await session.send(renewDomain, {
      name: domainName,
      currentExpiryDate: '2032-01-01',
    });
    expect(renewed.data.expiresAt).toEqual(new Date('2033-01-01T00:00:00Z'));
    const restored = await session.send(updateDomain, {
      name: domainName,
      add: { statuses: ['clientTransferProhibited'] },
      dnssec: { remove: 'all' },
      restore: { op: 'request' },
    });
    expect(restored.data.rgpStatuses).toEqual(['pendingRestore']);
    const { data } = await session.send(infoDomain, { name: domainName });
    expect(data).toMatchObject({
      statuses: ['ok', 'clientTransferProhibited'],
      nameservers: { kind: 'attributes', hosts: [{ addresses: ['192.0.2.1', '2001:db8::1'] }] },
      sponsorId: 'registrar-1',
      authInfo: '<secret> & "more"',
      rgpStatuses: ['pendingRestore'],
      dnssec: [],
    });
    expect((await session.send(deleteDomain, { name: domainName })).code).toBe(1000);
    expect(await failure(session.send(infoDomain, { name: domainName }))).toMatchObject({
      code: 2303,
    });
  });

  test('hosts and contacts are created, found, changed', async () => {
    const host = { name: `ns1.${domainName}`, addresses: ['192.0.2.1'] };
    await session.send(createHost, host);
    await session.send(updateHost, { name: host.name, add: { addresses: ['2001:db8::1'] } });
    expect((await session.send(infoHost, { name: host.name })).data.addresses).toEqual([
      '192.0.2.1',
      '2001:db8::1',
    ]);
    const hosts = await session.send(checkHosts, { names: [host.name, 'ns2.example'] });
    expect(hosts.data.hosts.map(({ available }) => available)).toEqual([false, true]);

    const address = { street: ['1 Main St', ''], city: 'Zürich', country: 'CH' };
    const contact = {
      id: 'CT-1',
      postalInfos: [{ type: 'loc', name: 'Zoë & Sons', address }],
      voice: { number: '+41.441234567', extension: '12' },
      email: 'zoe@example.com',
      authInfo: 'abcdef',
    } as const;
    await session.send(createContact, contact);
    const disclose = { flag: false, name: ['loc'], email: true } as const;
    await session.send(updateContact, {
      id: 'CT-1',
      change: { email: 'new@example.com', disclose },
    });
    const info = await session.send(infoContact, { id: 'CT-1' });
    expect(info.data).toMatchObject({ ...contact, email: 'new@example.com', disclose });
    const contacts = await session.send(checkContacts, { ids: ['CT-1', 'CT-2'] });
    expect(contacts.data.contacts.map(({ available }) => available)).toEqual([false, true]);
    expect((await session.send(deleteContact, { id: 'CT-1' })).code).toBe(1000);
    expect(await failure(session.send(infoContact, { id: 'CT-1' }))).toMatchObject({ code: 2303 });
  });

  test('messages are polled with their payload, and removed when acknowledged', async () => {
    const vendor = childElements(
      readXml('<r><v:pollData xmlns:v="urn:vendor"><v:credit>0.00</v:credit></v:pollData></r>'),
    );
    const decidedAt = new Date('2030-01-02T00:00:00Z');
    const pendingAction = {
      object: 'domain',
      name: domainName,
      succeeded: false,
      svTRID: 'SV-1',
      decidedAt,
    } as const;
    peer.registry.messages.push(
      { queue: { count: 2, id: '41', text: 'low & behold' }, resData: vendor, extensions: [] },
      { queue: { count: 1, id: '42' }, pendingAction, resData: [], extensions: [] },
    );
    const first = await session.send(pollMessage, {});
    expect(first).toMatchObject({
      code: 1301,
      data: { queue: { count: 2, id: '41', text: 'low & behold' }, resData: vendor },
    });
    const left = await session.send(acknowledgeMessage, { messageId: '41' });
    expect(left.data.queue).toEqual({ count: 1, id: '42' });
    const second = await session.send(pollMessage, {});
    expect(second.data.pendingAction).toEqual(pendingAction);
    await session.send(acknowledgeMessage, { messageId: '42' });
    expect(await session.send(pollMessage, {})).toMatchObject({
      code: 1300,
      data: { resData: [] },
    });
  });

  test('a backend that fails is answered with 2400 and reported', async () => {
    const crash = new Error('disk full');
    peer.registry.deleteDomain = () => Promise.reject(crash);
    expect(await failure(session.send(deleteDomain, { name: domainName }))).toMatchObject({
      code: 2400,
    });
    expect(peer.events).toContainEqual({ event: 'backend-error', peer: '127.0.0.1', error: crash });
  });

  test('a backend that answers what the schemas forbid does not get to send it', async () => {
    peer.registry.checkHosts = async () => ({ data: { hosts: [] } });
    expect(await failure(session.send(checkHosts, { names: ['ns1.example'] }))).toMatchObject({
      code: 2400,
    });
  });
});

test('the backend learns whose certificate it was', async () => {
  const peers: Peer[] = [];
  peer.registry.login = async (_, from) => {
    peers.push(from);
  };
  await (await openSession(peer.clientOptions)).logout();
  const { fingerprint256 } = new X509Certificate(pem('client'));
  expect(peers).toEqual([{ address: '127.0.0.1', certificateFingerprint: fingerprint256 }]);
});

test('extension data goes only to clients that announced the extension', async () => {
  const services = { objectUris: [domainUri], extensionUris: [] };
  const session = await openSession({ ...peer.clientOptions, services });
  await session.send(createDomain, { name: domainName, authInfo: 'abcdef' });
  const { data, response } = await session.send(infoDomain, { name: domainName });
  expect(peer.registry.domains.get(domainName)?.rgpStatuses).toEqual(['addPeriod']);
  expect(data.rgpStatuses).toEqual([]);
  expect(response.extensions).toEqual([]);
  await session.logout();
});

describe('a raw connection', () => {
  let client: RawClient;
  beforeEach(async () => {
    client = await connectRaw(peer.clientOptions.port ?? 0);
    await client.next();
  });
  afterEach(() => client[Symbol.dispose]());

  const command = (body: string, clTRID = 'RAW-1') =>
    `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><command>${body}<clTRID>${clTRID}</clTRID></command></epp>`;
  const logIn = (password = 'correct horse') =>
    client.ask(
      command(
        `<login><clID>registrar-1</clID><pw>${password}</pw><options><version>1.0</version>` +
          `<lang>en</lang></options><svcs><objURI>${domainUri}</objURI></svcs></login>`,
      ),
    );

  test('must log in first, may say hello, and may log in only once', async () => {
    expect((await client.ask(recorded('09-domain-info.req'))).code).toBe(2002);
    client.send('<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>');
    expect(decodeGreeting(readXml(await client.next())).serverId).toBe('EPP registry front');
    expect((await logIn()).code).toBe(1000);
    expect((await logIn()).code).toBe(2002);
  });

  test('is closed after the third wrong password', async () => {
    expect((await logIn('wrong pass')).code).toBe(2200);
    expect((await logIn('wrong pass')).code).toBe(2200);
    expect((await logIn('wrong pass')).code).toBe(2501);
    await client.closed;
  });

  test('is closed when it announces a frame over the limit', async () => {
    client.sendBytes(Buffer.from([0x7f, 0xff, 0xff, 0xff]));
    await client.closed;
  });

  test('is closed after logout', async () => {
    await logIn();
    expect((await client.ask(command('<logout/>'))).code).toBe(1500);
    await client.closed;
  });

  test('gets replies in the order of its commands when it does not wait for them', async () => {
    await logIn();
    const info = (clTRID: string) =>
      command(
        `<info><d:info xmlns:d="${domainUri}"><d:name>a.example</d:name></d:info></info>`,
        clTRID,
      );
    client.send(info('RAW-A'), info('RAW-B'), info('RAW-C'));
    const replies = [await client.next(), await client.next(), await client.next()];
    expect(replies.map((reply) => /RAW-\w/.exec(reply)?.[0])).toEqual(['RAW-A', 'RAW-B', 'RAW-C']);
  });

  const object = (verb: string, content: string, uri = domainUri) =>
    `<${verb}><o:${verb} xmlns:o="${uri}">${content}</o:${verb}></${verb}>`;
  const refused: Record<string, [code: number, frame: string]> = {
    'is not XML': [2001, '<epp'],
    'has a DTD': [2001, '<!DOCTYPE epp><epp/>'],
    'is not EPP': [2001, '<html/>'],
    'is a response': [2001, recorded('01-login.resp')],
    'has a clTRID that is too short': [2001, command('<logout/>', 'ab')],
    'names no command of EPP': [2000, command('<explode/>')],
    'holds another command than it says': [
      2001,
      command(`<delete><o:info xmlns:o="${domainUri}"><o:name>a</o:name></o:info></delete>`),
    ],
    'transfers a contact': [
      2101,
      command(
        '<transfer op="request"><o:transfer xmlns:o="urn:ietf:params:xml:ns:contact-1.0"/></transfer>',
      ),
    ],
    'transfers without an operation': [2005, command(object('transfer', '<o:name>a</o:name>'))],
    'deletes a host': [
      2101,
      command(object('delete', '<o:name>a</o:name>', 'urn:ietf:params:xml:ns:host-1.0')),
    ],
    'is about an unknown object': [2307, command(object('info', '', 'urn:vendor:thing-1.0'))],
    'is about an object not announced at login': [
      2307,
      command(object('info', '<o:name>a</o:name>', 'urn:ietf:params:xml:ns:host-1.0')),
    ],
    'has an extension not announced at login': [
      2103,
      command(
        `${object('info', '<o:name>a</o:name>')}<extension><v:x xmlns:v="urn:vendor"/></extension>`,
      ),
    ],
    'lacks a name': [2003, command(object('info', ''))],
    'has an empty name': [2005, command(object('info', '<o:name/>'))],
    'has an impossible period': [
      2004,
      command(
        object(
          'create',
          '<o:name>a</o:name><o:period unit="y">0</o:period><o:authInfo><o:pw>x</o:pw></o:authInfo>',
        ),
      ),
    ],
    'counts in months': [
      2306,
      command(
        object(
          'create',
          '<o:name>a</o:name><o:period unit="m">12</o:period><o:authInfo><o:pw>x</o:pw></o:authInfo>',
        ),
      ),
    ],
    'renews from a day that does not exist': [
      2005,
      command(object('renew', '<o:name>a</o:name><o:curExpDate>2030-02-30</o:curExpDate>')),
    ],
    'acknowledges nothing': [2003, command('<poll op="ack"/>')],
    'polls otherwise': [2005, command('<poll op="peek"/>')],
  };
  for (const [what, [code, frame]] of Object.entries(refused)) {
    test(`is answered ${code} when a frame ${what}, and stays open`, async () => {
      await logIn();
      expect((await client.ask(frame)).code).toBe(code);
      expect((await client.ask(command(object('info', '<o:name>a</o:name>')))).code).toBe(2303);
      expect(peer.events.filter(({ event }) => event === 'backend-error')).toEqual([]);
    });
  }
});

test('the log of the front has no passwords', async () => {
  const session = await openSession(peer.clientOptions);
  await session.send(createDomain, { name: domainName, authInfo: 'auth-code-1' });
  await session.send(infoDomain, { name: domainName });
  await session.logout();
  const everything = JSON.stringify(peer.events);
  expect(everything).toContain(domainName);
  expect(everything).not.toContain('correct horse');
  expect(everything).not.toContain('auth-code-1');
});
