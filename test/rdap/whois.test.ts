/** WHOIS as people and programs use it: by Debian's client, and by connections that do harm. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import {
  contact,
  describeEdge,
  describeService,
  type TestService,
  until,
} from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startWhoisServer,
  type WhoisServer,
} from '../../packages/server/src/public-data/whois-server.ts';
import { publishedDomain } from '../../packages/server/src/rdap/published-domain.ts';
import { whoisText } from '../../packages/server/src/rdap/whois-text.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import {
  asked,
  factsArbitrary,
  plainFacts,
  plainPolicy,
  policyArbitrary,
} from './example-domains.ts';

const settings = {
  HOSTMASTER_PUBLIC_URL: 'https://names.example',
  HOSTMASTER_WHOIS_LISTEN: '127.0.0.1:0',
  HOSTMASTER_REGISTRAR_NAME: 'Example Names',
  HOSTMASTER_PRIVACY_ORGANIZATION: 'Privacy Shield',
} as const;

requirePrograms({ programs: ['whois'], packages: ['whois'] });

async function whois(service: TestService, name: string): Promise<string> {
  const args = ['-h', '127.0.0.1', '-p', String(service.whoisPort), name];
  const { stdout } = await promisify(execFile)('whois', args);
  return stdout.replaceAll('\r', '');
}

/** Everything that the server sends until it ends the connection. */
async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describeService(
  'WHOIS',
  (service) => {
    it('shows a domain with and without privacy', async () => {
      const { client } = await service.workspace();
      const [open, hidden] = [service.freshName(), service.freshName()];
      for (const domain of [open, hidden]) {
        await client.call('registerDomain', { domain, contact, privacyEnabled: domain === hidden });
        await service.untilLive(client, domain);
      }
      const shown = await whois(service, open);
      expect(shown).toContain(`Domain Name: ${open}\n`);
      expect(shown).toContain('Registrant Organization: Analytical Engines\n');
      expect(shown).toContain('Registrant Name: REDACTED FOR PRIVACY\n');
      expect(shown).toContain(`Registrant Email: https://names.example/contact-domain/${open}\n`);
      expect(shown).toContain('Name Server: ns1.hostmaster.example\n');
      const secret = await whois(service, hidden);
      expect(secret).toContain('Registrant Organization: Privacy Shield\n');
      expect(secret).not.toMatch(/Analytical|London|Lovelace/);
      await client.call('updateDomain', { domain: open, privacyEnabled: true });
      expect(await whois(service, open)).not.toContain('Analytical');
      const answer = await fetch(`${service.url}/rdap/domain/${open}`);
      expect(await answer.json()).toMatchObject({ port43: 'names.example' });
    });

    it('answers the same for a name that never existed and one that failed', async () => {
      const { client } = await service.workspace();
      const failed = service.freshName('sandbox-reject');
      await client.call('registerDomain', { domain: failed, contact });
      await service.settled();
      const answers = ['never-existed.com', failed].map((name) =>
        exchange(service.whoisPort, `${name}\r\n`),
      );
      expect(await Promise.all(answers)).toEqual(Array(2).fill('No match for this domain.\r\n'));
    });

    it('takes any case, a trailing dot, U-labels and the word domain', async () => {
      const { client } = await service.workspace();
      await service.liveDomain(client, 'xn--bcher-kva.com');
      for (const query of [
        'XN--BCHER-KVA.COM.',
        'bücher.com',
        'domain bücher.com',
        ' xn--bcher-kva.com ',
      ]) {
        const text = await exchange(service.whoisPort, `${query}\r\n`);
        expect(text).toContain('Internationalized Domain Name: bücher.com\r\n');
      }
    });

    it.each(['\r\n', '..\n', 'a b\r\n', '\0\n', '-x.com\n', `${'a'.repeat(254)}\n`])(
      'refuses %j',
      async (query) => {
        expect(await exchange(service.whoisPort, query)).toBe(
          'The query is not a domain name.\r\n',
        );
      },
    );

    it('refuses a line of more than 255 bytes before its end', async () => {
      const text = await exchange(service.whoisPort, Buffer.alloc(100_000, 'a'));
      expect(text).toBe('The query is too long.\r\n');
    });
  },
  { settings },
);

describeEdge(
  'WHOIS for one that asks too often',
  (service) => {
    it('says so', async () => {
      const answers: string[] = [];
      for (let count = 0; count < 6; count += 1)
        answers.push(await exchange(service.whoisPort, 'a.com\n'));
      expect(answers).toContain('Too many queries. Please try again later.\r\n');
    });
  },
  { settings: { ...settings, HOSTMASTER_ADDRESS_RATE: '1:3' } },
);

describe('connections that send nothing', () => {
  const limits = { whoisConnections: 20, whoisConnectionsPerNetwork: 5 };
  let server: WhoisServer;

  beforeAll(async () => {
    server = await startWhoisServer(
      { host: '127.0.0.1', port: 0 },
      {
        answer: async (query) => `${query}\r\n`,
        mayAsk: () => true,
        log: pino({ level: 'silent' }),
        limits,
        lifeMs: 1_500,
      },
    );
  });
  afterAll(() => server.close());

  it('10,000 of them: few are kept, all end, and the next one is answered', async () => {
    const { port } = server.address;
    let most = 0;
    for (let batch = 0; batch < 20; batch += 1) {
      const sockets = Array.from({ length: 500 }, () => silent(port));
      await Promise.all(sockets.slice(limits.whoisConnectionsPerNetwork).map(opened));
      most = Math.max(most, server.connections);
      for (const socket of sockets) socket.destroy();
    }
    expect(most).toBeLessThanOrEqual(limits.whoisConnectionsPerNetwork);
    await until(
      'the next one is answered',
      async () => (await exchange(port, 'x.com\n')) === 'x.com\r\n',
    );
  });

  it('ends one that sends a byte from time to time', async () => {
    const socket = silent(server.address.port);
    const drip = setInterval(() => socket.write('a'), 100);
    await once(socket, 'close');
    clearInterval(drip);
    await until('its place is free', () => server.connections === 0);
  }, 30_000);

  function silent(port: number): Socket {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    socket.resume();
    return socket;
  }

  async function opened(socket: Socket): Promise<void> {
    if (socket.connecting)
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  }
});

describe('the text of WHOIS', () => {
  const labels = [
    'Domain Name',
    'Registry Domain ID',
    'Registrar WHOIS Server',
    'Registrar URL',
    'Updated Date',
    'Creation Date',
    'Registrar Registration Expiration Date',
    'Registrar',
    'Registrar IANA ID',
    'Registrar Abuse Contact Email',
    'Registrar Abuse Contact Phone',
    'Domain Status',
    'Registry Registrant ID',
    'Registrant Name',
    'Registrant Organization',
    'Registrant Street',
    'Registrant City',
    'Registrant State/Province',
    'Registrant Postal Code',
    'Registrant Country',
    'Registrant Phone',
    'Registrant Email',
    'Name Server',
    'DNSSEC',
    'URL of the ICANN RDDS Inaccuracy Complaint Form',
  ];

  it('has the lines of a gTLD registrar, in their order', () => {
    const text = whoisText(publishedDomain(plainFacts, plainPolicy), plainPolicy, asked);
    const found = text.split('\r\n').map((line) => line.split(':')[0] ?? '');
    expect([...new Set(found)].filter((label) => labels.includes(label))).toEqual(labels);
    expect(text).toContain(
      'Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited\r\n',
    );
    expect(text).toMatch(/>>> Last update of WHOIS database: [\dT:.-]+Z <<<\r\n/);
  });

  it('shows nothing of an owner with privacy, and no value makes a line of its own', () => {
    fc.assert(
      fc.property(factsArbitrary, policyArbitrary, (facts, policy) => {
        const contact = { ...facts.owner.contact, organization: 'a\r\nRegistrar: evil' };
        const shown = whoisText(
          publishedDomain(domains.changed(facts, { contact }), policy),
          policy,
          asked,
        );
        expect(shown).not.toContain('\nRegistrar: evil');
        const hidden = domains.changed(facts, { privacyEnabled: true });
        expect(whoisText(publishedDomain(hidden, policy), policy, asked)).not.toContain('secret');
      }),
      { numRuns: 300 },
    );
  });
});
