/**
 * A dialogue recorded with another registry system: each reply decodes to the expected result, and
 * our request for the same operation equals the recorded one.
 */

import { describe, expect, test } from 'vitest';
import { prepareCommand } from './client/prepare-command.ts';
import type { CommandCodec } from './codecs/command-codec.ts';
import { createContact } from './codecs/contact/contact-create.ts';
import { checkDomains } from './codecs/domain/domain-check.ts';
import { createDomain } from './codecs/domain/domain-create.ts';
import { deleteDomain } from './codecs/domain/domain-delete.ts';
import { infoDomain } from './codecs/domain/domain-info.ts';
import { renewDomain } from './codecs/domain/domain-renew.ts';
import { updateDomain } from './codecs/domain/domain-update.ts';
import { createHost } from './codecs/host/host-create.ts';
import { decodeGreeting, knownServices, negotiateServices } from './codecs/session/greeting.ts';
import { login, logout } from './codecs/session/login.ts';
import { pollMessage } from './codecs/session/poll.ts';
import { decodeResponse } from './epp-response.ts';
import { recorded } from './fixtures/recorded.ts';
import { contactUri, domainUri, feeUri, hostUri, rgpUri, secDnsUri } from './namespaces.ts';
import { readXml } from './xml/read-xml.ts';
import { writeXml } from './xml/write-xml.ts';
import { childElements, textOf, type XmlElement } from './xml/xml-element.ts';

const domainName = 'demo02688.test';
const authInfo = '2fooBAR!xyzXYZ9';
const ds = {
  keyTag: 12345,
  algorithm: 13,
  digestType: 2,
  digest: '49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC49FD46E6C4B45C55D4AC0000',
};
const createRequest = {
  name: domainName,
  periodYears: 2,
  nameservers: { kind: 'objects', names: ['ns1.ext02688.net', 'ns2.ext02688.net'] },
  registrant: 'CT02688',
  contacts: ['admin', 'tech', 'billing'].map((role) => ({ role, id: 'CT02688' })),
  authInfo: authInfo,
} as const;
const at = (time: string) => new Date(`2026-11-15T00:31:${time}Z`);

/** Everything but prefixes, white space between elements and where namespaces are declared. */
function meaning(element: XmlElement): unknown {
  const children = childElements(element);
  const { uri, name, attributes } = element;
  return {
    uri,
    name,
    attributes,
    content: children.length > 0 ? children.map(meaning) : textOf(element),
  };
}

/** Compares our request with the recorded one and reads the recorded reply. */
function replay<Request, Result>(
  name: string,
  codec: CommandCodec<Request, Result>,
  request: Request,
) {
  const recordedRequest = readXml(recorded(`${name}.req`));
  const response = decodeResponse(readXml(recorded(`${name}.resp`)));
  const ours = prepareCommand(codec, request, response.clTRID ?? '');
  expect(meaning(readXml(ours.xml))).toEqual(meaning(recordedRequest));
  return { response, data: response.code < 2000 ? ours.decode(response) : undefined };
}

describe('the recorded dialogue', () => {
  const bothSupport = {
    objectUris: [domainUri, contactUri, hostUri],
    extensionUris: [secDnsUri, rgpUri, feeUri],
  };

  test('00 greeting: services both sides support', () => {
    const greeting = decodeGreeting(readXml(recorded('00-greeting.resp')));
    expect(greeting).toMatchObject({
      serverId: 'Namingo EPP Server 1.0',
      serverDate: at('28.600'),
      versions: ['1.0'],
      languages: ['en'],
    });
    expect(greeting.extensionUris).toHaveLength(8);
    expect(negotiateServices(greeting, knownServices)).toEqual(bothSupport);
  });

  test('01 login', () => {
    const { response } = replay('01-login', login, {
      clientId: 'leonet',
      password: 'secret123456',
      version: '1.0',
      language: 'en',
      services: bothSupport,
    });
    expect(response).toMatchObject({ code: 1000, svTRID: 'namingo-1794702688-2fc73973bf' });
  });

  test('02 domain check with fees', () => {
    const { data } = replay('02-domain-check', checkDomains, {
      names: [domainName],
      fee: { currency: 'EUR', commands: [{ name: 'create', periodYears: 2 }, { name: 'renew' }] },
    });
    const terms = { refundable: true, gracePeriod: 'P5D' };
    expect(data).toEqual({
      domains: [{ name: domainName, available: true }],
      fee: {
        currency: 'EUR',
        objects: [
          {
            name: domainName,
            available: true,
            commands: [
              {
                name: 'create',
                periodYears: 2,
                standard: false,
                fees: [{ amount: '10.00', ...terms }],
                credits: [],
              },
              {
                name: 'renew',
                periodYears: 1,
                standard: false,
                fees: [{ amount: '5.00', ...terms }],
                credits: [],
              },
            ],
          },
        ],
      },
    });
  });

  test('03 contact create', () => {
    const { data } = replay('03-contact-create', createContact, {
      id: 'CT02688',
      postalInfos: [
        {
          type: 'int',
          name: 'John Doe',
          organization: 'Example Inc.',
          address: {
            street: ['1 Main St'],
            city: 'Dulles',
            province: 'VA',
            postalCode: '20166',
            country: 'US',
          },
        },
      ],
      voice: { number: '+1.7035555555' },
      email: 'jdoe@example.com',
      authInfo: authInfo,
      disclose: { flag: false, voice: true, email: true },
    });
    expect(data).toEqual({ id: 'CT02688', createdAt: at('28.966') });
  });

  test('04 to 06 and 15 host create, without and with glue', () => {
    for (const number of [1, 2, 3]) {
      const { data } = replay(`0${number + 3}-host-create`, createHost, {
        name: `ns${number}.ext02688.net`,
      });
      expect(data?.name).toBe(`ns${number}.ext02688.net`);
    }
    const { data } = replay('15-glue-host', createHost, {
      name: `ns1.${domainName}`,
      addresses: ['93.184.216.34'],
    });
    expect(data).toEqual({ name: `ns1.${domainName}`, createdAt: at('29.313') });
  });

  test('07 domain create', () => {
    const { data, response } = replay('07-domain-create', createDomain, createRequest);
    expect(response.code).toBe(1000);
    expect(data).toEqual({
      name: domainName,
      createdAt: at('29.099'),
      expiresAt: new Date('2028-11-15T00:31:29.099Z'),
    });
  });

  test('08 domain create of a name that exists', () => {
    const { response } = replay('08-domain-create-dup', createDomain, createRequest);
    expect(response).toMatchObject({
      code: 2302,
      message: 'Object exists : Domain name already exists',
    });
  });

  test('09 domain info', () => {
    const { data } = replay('09-domain-info', infoDomain, { name: domainName });
    expect(data).toEqual({
      name: domainName,
      roid: 'D11-RXX',
      statuses: ['ok'],
      registrant: 'CT02688',
      contacts: ['admin', 'billing', 'tech'].map((role) => ({ role, id: 'CT02688' })),
      nameservers: createRequest.nameservers,
      subordinateHosts: [],
      sponsorId: 'leonet',
      creatorId: 'leonet',
      createdAt: at('29.099'),
      expiresAt: new Date('2028-11-15T00:31:29.099Z'),
      authInfo: authInfo,
      rgpStatuses: ['addPeriod'],
      dnssec: [],
    });
  });

  test('10 and 11 domain renew, and its replay, which the date stops', () => {
    const request = { name: domainName, currentExpiryDate: '2028-11-15', periodYears: 1 };
    const renewed = replay('10-domain-renew', renewDomain, request);
    expect(renewed.data).toEqual({
      name: domainName,
      expiresAt: new Date('2029-11-15T00:31:29.099Z'),
    });
    expect(replay('11-domain-renew-replay', renewDomain, request).response.code).toBe(2306);
  });

  test('12 to 14 and 16 domain update: nameservers, ds data, an unknown host, a lock', () => {
    const names = (name: string) => ({ nameservers: { kind: 'objects', names: [name] } }) as const;
    const moved = {
      name: domainName,
      add: names('ns3.ext02688.net'),
      remove: names('ns1.ext02688.net'),
    };
    expect(replay('12-domain-update-ns', updateDomain, moved).response.code).toBe(1000);
    const signed = { name: domainName, dnssec: { add: [ds] } };
    expect(replay('13-domain-update-ds', updateDomain, signed).response.code).toBe(1000);
    const broken = { name: domainName, add: names('ns9.nohost.net') };
    expect(replay('14-domain-update-badhost', updateDomain, broken).response.code).toBe(2303);
    const locked = { name: domainName, add: { statuses: ['clientTransferProhibited'] } };
    expect(replay('16-status-lock', updateDomain, locked).response.code).toBe(1000);
  });

  test('17, 20 and 22 domain info through lock, delete and restore', () => {
    const info = (name: string) => replay(name, infoDomain, { name: domainName }).data;
    expect(info('17-domain-info2')).toMatchObject({
      statuses: ['clientTransferProhibited'],
      updaterId: 'leonet',
      updatedAt: at('29.345'),
      rgpStatuses: ['renewPeriod'],
      dnssec: [ds],
    });
    expect(info('20-domain-info3')).toMatchObject({
      statuses: ['pendingDelete'],
      rgpStatuses: ['redemptionPeriod'],
    });
    expect(info('22-domain-info4')).toMatchObject({
      statuses: ['pendingDelete'],
      rgpStatuses: ['pendingRestore'],
    });
  });

  test('18 poll: a vendor message is kept whole', () => {
    const { data, response } = replay('18-poll-req', pollMessage, {});
    expect(response.code).toBe(1301);
    expect(data?.queue).toEqual({
      count: 1,
      id: '2',
      queuedAt: new Date('2026-11-15T00:27:21.578Z'),
      text: 'Low balance notice',
    });
    expect(data?.pendingAction).toBeUndefined();
    const payload = data?.resData[0];
    expect(payload).toMatchObject({
      uri: 'http://www.verisign.com/epp/lowbalance-poll-1.0',
      name: 'pollData',
    });
    const raw = payload && writeXml(payload);
    expect(raw).toContain('creditThreshold type="">0.00</');
    expect(raw && readXml(raw)).toEqual(payload);
  });

  test('19 domain delete is pending, 21 restore is accepted, 23 logout ends', () => {
    expect(replay('19-domain-delete', deleteDomain, { name: domainName }).response.code).toBe(1001);
    const restore = { name: domainName, restore: { op: 'request' } } as const;
    expect(replay('21-rgp-restore', updateDomain, restore).response.code).toBe(1000);
    expect(replay('23-logout', logout, {}).response.code).toBe(1500);
  });
});
