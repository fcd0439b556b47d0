/** RDAP as strangers use it: over HTTP, without a key. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { dayMs } from '@hostmaster/contract/durations';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import {
  contact,
  describeEdge,
  describeService,
  type TestService,
  until,
} from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { changeHold } from '../../packages/server/src/operations/domains/hold-domain.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { expectValid } from './schemas.ts';

const publicUrl = 'https://names.example';
const settings = {
  HOSTMASTER_PUBLIC_URL: publicUrl,
  HOSTMASTER_RDAP_URL: 'https://rdap.names.example',
  HOSTMASTER_REGISTRAR_NAME: 'Example Names',
  HOSTMASTER_REGISTRAR_ID: '9995',
  HOSTMASTER_ABUSE_EMAIL: 'abuse@names.example',
  HOSTMASTER_RDAP_REGISTRIES: 'com=https://rdap.registry.example/com',
} as const;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: any answer.
  readonly body: any;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As curl does: the path goes out as it is. */
function ask(service: TestService, path: string, sent: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(service.url);
  const { method = 'GET', headers = {} } = sent;
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body = text.startsWith('{') ? JSON.parse(text) : null;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

const rdap = (service: TestService, path: string, sent?: Sent) =>
  ask(service, `/rdap/${path}`, sent);

function expectError(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers['content-type']).toBe('application/rdap+json');
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expectValid('error', answer.body);
  expect(answer.body.errorCode).toBe(status);
}

describeService(
  'RDAP',
  (service) => {
    it('200: what a domain without privacy shows, and one with it', async () => {
      const { client } = await service.workspace();
      const [open, hidden] = [service.freshName(), service.freshName()];
      for (const domain of [open, hidden]) {
        await client.call('registerDomain', { domain, contact, privacyEnabled: domain === hidden });
        await service.untilLive(client, domain);
      }
      const shown = await rdap(service, `domain/${open}`);
      expect(shown.status).toBe(200);
      expectValid('domain', shown.body);
      expect(shown.headers['content-type']).toBe('application/rdap+json');
      expect(shown.headers['access-control-allow-origin']).toBe('*');
      expect(shown.body.entities[1].vcardArray[1]).toEqual([
        ['version', {}, 'text', '4.0'],
        ['fn', {}, 'text', ''],
        ['org', {}, 'text', 'Analytical Engines'],
        ['adr', { cc: 'GB' }, 'text', ['', '', '', '', 'London', '', '']],
        ['contact-uri', {}, 'uri', `${publicUrl}/contact-domain/${open}`],
      ]);
      expect(shown.body.links).toEqual([
        {
          value: `${publicUrl}/rdap/domain/${open}`,
          rel: 'self',
          href: `https://rdap.names.example/domain/${open}`,
          type: 'application/rdap+json',
        },
        {
          value: `${publicUrl}/rdap/domain/${open}`,
          rel: 'related',
          href: `https://rdap.registry.example/com/domain/${open}`,
          type: 'application/rdap+json',
        },
      ]);
      const { body } = await rdap(service, `domain/${hidden}`);
      expectValid('domain', body);
      expect(body.entities[1].vcardArray[1]).toEqual([
        ['version', {}, 'text', '4.0'],
        ['fn', {}, 'text', ''],
        ['adr', {}, 'text', ['', '', '', '', '', '', '']],
        ['contact-uri', {}, 'uri', `${publicUrl}/contact-domain/${hidden}`],
      ]);
      for (const secret of [
        'Ada',
        'Lovelace',
        'Analytical',
        'London',
        'example.com"',
        '2079460000',
      ]) {
        expect(JSON.stringify(body.entities[1])).not.toContain(secret);
      }
    });

    it('200: privacy, lock, hold and nameservers are shown as soon as they are set', async () => {
      const { client, id: workspaceId } = await service.workspace();
      const domain = await service.liveDomain(client);
      const read = async () => (await rdap(service, `domain/${domain}`)).body;
      expect(JSON.stringify(await read())).toContain('Analytical Engines');
      await client.call('updateDomain', { domain, privacyEnabled: true });
      expect(JSON.stringify(await read())).not.toContain('Analytical Engines');
      await client.call('updateDomain', { domain, privacyEnabled: false });
      expect(JSON.stringify(await read())).toContain('Analytical Engines');
      await client.call('createRecord', { domain, type: 'A', name: 'ns1', value: '192.0.2.53' });
      const nameservers = [`ns1.${domain}`, 'ns2.example.net'];
      await client.call('replaceNameservers', { domain, nameservers });
      expect((await read()).nameservers).toEqual([
        {
          objectClassName: 'nameserver',
          ldhName: `ns1.${domain}`,
          ipAddresses: { v4: ['192.0.2.53'] },
        },
        { objectClassName: 'nameserver', ldhName: 'ns2.example.net' },
      ]);
      expect((await read()).status).toEqual(['client transfer prohibited']);
      const row = await service.database.first(findHeldDomain, { name: domain });
      const call = { actor: operatorActor(workspaceId), now: Date.now(), operationId: 'act_hold' };
      const hold = {
        domain: { id: row?.id ?? '', name: domain },
        isHeld: true,
        reason: 'court',
        links: { publicUrl },
      };
      await persist(service.database, changeHold(call, hold));
      expect((await read()).status).toEqual(['client hold', 'client transfer prohibited']);
      await service.untilNoJobs(domain);
      const events = ((await read()).events as { eventAction: string }[]).map(
        (each) => each.eventAction,
      );
      expect(events).toEqual([
        'registration',
        'expiration',
        'registrar expiration',
        'last changed',
        'last update of RDAP database',
      ]);
    });

    it('200: the DS records of a signed domain', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const secureDns = async () => (await rdap(service, `domain/${domain}`)).body.secureDNS;
      const phase = async () => (await client.call('getDnssec', { domain })).dnssec.phase;
      const { dnssec } = await client.call('enableDnssec', { domain });
      await until('it is signed', async () => (await phase()) === 'waiting_for_caches');
      expect(await secureDns()).toEqual({ delegationSigned: false });
      await service.advanceCalendar(dayMs);
      await until('the registry has the DS record', async () => (await phase()) === 'on');
      const [keyTag, algorithm, digestType, digest] = dnssec.keys[0]?.ds.split(' ') ?? [];
      expect(await secureDns()).toEqual({
        delegationSigned: true,
        dsData: [
          {
            keyTag: Number(keyTag),
            algorithm: Number(algorithm),
            digestType: Number(digestType),
            digest,
          },
        ],
      });
      await client.call('rollDnssec', { domain });
      expect((await secureDns()).dsData).toHaveLength(1);
      await client.call('disableDnssec', { domain });
      expect(await secureDns()).toEqual({ delegationSigned: false });
    });

    it('200: the nameserver of the domain that it is in, with its addresses', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const host = `ns1.${domain}`;
      await client.call('createRecord', {
        domain,
        type: 'AAAA',
        name: 'ns1',
        value: '2001:db8::53',
      });
      expectError(await rdap(service, `nameserver/${host}`), 404);
      await client.call('replaceNameservers', { domain, nameservers: [host, 'ns2.example.net'] });
      const { status, body } = await rdap(service, `nameserver/${host.toUpperCase()}`);
      expect(status).toBe(200);
      expectValid('nameserver', body);
      expect(body).toMatchObject({ ldhName: host, ipAddresses: { v6: ['2001:db8::53'] } });
      expectError(await rdap(service, 'nameserver/ns2.example.net'), 404);
      expectError(await rdap(service, `nameserver/${domain}`), 404);
    });

    it('200: internationalised names in both forms', async () => {
      const { client } = await service.workspace();
      const name = await service.liveDomain(client, 'xn--bcher-kva.com');
      for (const asked of [name, 'b%C3%BCcher.com', 'B%C3%9CCHER.COM', 'XN--BCHER-KVA.com.']) {
        const { status, body } = await rdap(service, `domain/${asked}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({ ldhName: name, unicodeName: 'bücher.com' });
        expect(body.links[0].value).toBe(`${publicUrl}/rdap/domain/${asked}`);
      }
    });

    it('200: the registrar and the help', async () => {
      const { body } = await rdap(service, 'entity/9995');
      expectValid('entity', body);
      expect(body).toMatchObject({ handle: '9995', roles: ['registrar'] });
      expectValid('help', (await rdap(service, 'help')).body);
      expectError(await rdap(service, 'entity/9996'), 404);
    });

    it('200 on a host of its own, which has nothing else', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const headers = { host: 'rdap.names.example' };
      const { status, body } = await ask(service, `/domain/${domain}?x=1`, { headers });
      expect(status).toBe(200);
      expect(body.links[0].value).toBe(`https://rdap.names.example/domain/${domain}`);
      for (const path of ['/v1/account', '/dashboard', '/', '/healthz', '/%zz']) {
        const answer = await ask(service, path, { headers });
        expect([400, 404]).toContain(answer.status);
        expectValid('error', answer.body);
      }
    });

    it('304, HEAD and OPTIONS', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const path = `domain/${domain}`;
      const first = await rdap(service, path);
      const tag = String(first.headers.etag);
      const again = (headers: Readonly<Record<string, string>>) => rdap(service, path, { headers });
      const same = await again({ 'if-none-match': tag });
      expect([same.status, same.text, same.headers.etag]).toEqual([304, '', tag]);
      const compressed = await again({ 'accept-encoding': 'gzip' });
      expect(compressed.headers['content-encoding']).toBe('gzip');
      const ofCompressed = String(compressed.headers.etag);
      expect((await again({ 'if-none-match': `"x", ${ofCompressed}` })).status).toBe(304);
      await client.call('updateDomain', { domain, privacyEnabled: true });
      const changed = await again({ 'if-none-match': tag });
      expect(changed.status).toBe(200);
      expect(changed.headers.etag).not.toBe(tag);
      const head = await rdap(service, path, { method: 'HEAD' });
      expect([head.status, head.text, head.headers['content-type']]).toEqual([
        200,
        '',
        'application/rdap+json',
      ]);
      expect((await rdap(service, 'domain/missing.com', { method: 'HEAD' })).status).toBe(404);
      const options = await rdap(service, path, { method: 'OPTIONS' });
      expect(options.status).toBe(204);
      expect(options.headers['access-control-allow-origin']).toBe('*');
    });

    it('404: the same bytes, whether a name never existed, waits, failed, comes in or was released', async () => {
      const { client } = await service.workspace();
      const names = ['never-existed.com', 'com', 'localhost'];
      const failed = service.freshName('sandbox-reject');
      const waiting = service.freshName('sandbox-slow');
      const coming = service.freshName('rival');
      for (const domain of [failed, waiting])
        await client.call('registerDomain', { domain, contact });
      const order = { domain: coming, authCode: 'Rival-Code-1', contact };
      await client.request('createTransfer', order);
      await until('it has failed', async () => {
        return (await client.call('getDomain', { domain: failed })).domain.status === 'failed';
      });
      const answers = [];
      for (const name of [...names, failed, waiting, coming]) {
        const { status, headers, text } = await rdap(service, `domain/${name}`);
        const { date: _date, 'x-request-id': _id, ...rest } = headers;
        answers.push({ status, rest, text });
      }
      expect(answers[0]?.status).toBe(404);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });
  },
  { settings },
);

const malformed = [
  'domain/..%2f',
  'domain/',
  'domain/.',
  'domain/..',
  `domain/${'a'.repeat(300)}.com`,
  `domain/${'a.'.repeat(200)}com`,
  `domain/${'%C3%BC'.repeat(2_000)}.com`,
  'domain/exa%20mple.com',
  'domain/%20example.com',
  'domain/-example.com',
  'domain/example..com',
  'domain/example.com..',
  'domain/ex_ample.com',
  'domain/example.com/',
  'domain/example.com/more',
  'domain/%00.com',
  'domain/%zz',
  'domain/%ff%fe.com',
  'domain/xn--0.com',
  'domain/%3Cscript%3E.com',
  'domain/%27%20or%201=1--',
  'nameserver/..%2f',
  'nameserver/',
  'entity/',
  'entity/%00',
];

describeEdge(
  'RDAP and bad input',
  (service) => {
    it.each(malformed)('400: %s', async (path) => {
      expectError(await rdap(service, path), 400);
    });

    it.each([
      '',
      'domain',
      'domains?name=*',
      'ip/192.0.2.1',
      'autnum/1',
      'help/me',
      'x/../domain/a',
    ])('no 5xx and no page: %s', async (path) => {
      const answer = await rdap(service, path);
      expectError(answer, answer.status === 400 ? 400 : 404);
    });

    it('the path without a slash, too', async () => {
      expectError(await ask(service, '/rdap'), 404);
      expectError(await ask(service, '/rdap?x'), 404);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('405: %s', async (method) => {
      const answer = await rdap(service, 'domain/example.com', { method });
      expectError(answer, 405);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    });

    it.each(['PROPFIND', 'TRACE', 'LOCK'])('no page for %s', async (method) => {
      const answer = await rdap(service, 'domain/example.com', { method });
      expectError(answer, 404);
    });

    it('400: a condition that cannot be read', async () => {
      expectError(
        await rdap(service, 'help', { headers: { 'if-none-match': 'x'.repeat(500) } }),
        400,
      );
    });
  },
  { settings },
);

describeEdge(
  'RDAP for one that does not speak HTTP',
  (service) => {
    it.each([
      ['names.example', '/rdap/domain/example.com'],
      ['rdap.names.example', '/domain/example.com'],
    ])('400 with the form of RDAP on %s', async (host, path) => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      socket.write(`BREW ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1.1 400 /);
      expect(head).toContain('\r\ncontent-type: application/rdap+json\r\n');
      expectValid('error', JSON.parse(body));
    });
  },
  { settings },
);

describeEdge(
  'RDAP for one that asks too often',
  (service) => {
    it('429 with Retry-After', async () => {
      const answers: Answer[] = [];
      for (let count = 0; count < 6; count += 1) answers.push(await rdap(service, 'help'));
      const refused = answers.find(({ status }) => status === 429);
      expect(refused).toBeDefined();
      if (refused === undefined) return;
      expectError(refused, 429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    });
  },
  { settings: { HOSTMASTER_ADDRESS_RATE: '1:3' } },
);

describe('how long an answer takes', () => {
  describeEdge('that there is no such name', (service) => {
    const blocks = 20;
    const perBlock = 170;

    it('is the same for names that never existed and registrations that failed', async () => {
      const { client } = await service.workspace({ credits: '100000' });
      const failed = Array.from({ length: 60 }, (_, index) => `sandbox-reject-${index}.com`);
      for (const domain of failed) await client.call('registerDomain', { domain, contact });
      await service.settled();
      const random = randomNumbers(testSeed);
      // As long as those that failed.
      const never = () => `never-${random().toString(36).slice(2, 13).padEnd(11, '0')}.com`;
      const kinds = [never, never, () => failed[Math.floor(random() * failed.length)] ?? ''];
      const bodies = new Set<string>();
      const once = async (name: string) => {
        const began = performance.now();
        const { text, status } = await rdap(service, `domain/${name}`);
        expect(status).toBe(404);
        bodies.add(text);
        return performance.now() - began;
      };
      for (let warm = 0; warm < 300; warm += 1) await once(never());
      const medians: number[][] = [];
      for (let block = 0; block < blocks; block += 1) {
        const times: number[][] = [[], [], []];
        for (let round = 0; round < perBlock; round += 1) {
          for (const [kind, next] of kinds.entries()) times[kind]?.push(await once(next()));
        }
        medians.push(times.map(median));
      }
      const difference = (a: number, b: number) =>
        medians.map((block) => (block[a] ?? 0) - (block[b] ?? 0));
      const noise = Math.max(...difference(0, 1).map(Math.abs));
      expect(Math.abs(median(difference(0, 2)))).toBeLessThanOrEqual(noise);
      expect(bodies.size).toBe(1);
    }, 180_000);
  });
});

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
