/** Threads that answer UDP on one port: what they answer, how soon, and what they count together. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { dig, freePort, requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { describeService, TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnServer } from './own-secondary-servers.ts';

const settings = { HOSTMASTER_DNS_WORKERS: '3' };

describeService(
  'DNS over UDP in worker threads',
  (service, engine) => {
    it('every thread answers a change within a second, and answers it all the same', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const { record } = await client.call('createRecord', {
        ...{ domain, type: 'A', name: 'www', value: '192.0.2.0' },
      });
      const took: number[] = [];
      for (let octet = 1; octet <= 9; octet += 1) {
        const value = `192.0.2.${octet}`;
        await client.call('updateRecord', { domain, recordId: record.id, value });
        const changedAt = performance.now();
        // Each socket has a port of its own, so the system spreads them over the threads.
        await until('all sockets get the change', async () => {
          const answers = await Promise.all(
            Array.from({ length: 16 }, () => ask(service.dnsPort, `www.${domain}`)),
          );
          return answers.every((address) => address === value);
        });
        took.push(performance.now() - changedAt);
      }
      const median = took.toSorted((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY;
      expect(median).toBeLessThan(1_000);
    });

    it('counts the answers of all threads', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      const before = countIn(await service.metrics());
      for (let count = 0; count < 200; count += 1) await ask(service.dnsPort, domain);
      await until('they are counted', async () => {
        return countIn(await service.metrics()) >= before + 200;
      });
    });

    it('secondaries of the operator and of a customer follow every change', async () => {
      requireDnsPeers();
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const { place, dnsPort: primaryPort } = service;
      const port = await freePort();
      const { key } = await client.call('addDomainSecondary', {
        ...{ domain, address: `127.0.0.1:${port}` },
      });
      const [knot, own] = await Promise.all([
        startSecondary('knot', { engine, place, primaryPort }),
        startOwnServer('bind', { domain, key, port, primaryPort }),
      ]);
      engine.afterwards(() => own.stop());
      for (const name of ['first', 'second', 'third']) {
        await client.call('createRecord', { domain, type: 'TXT', name, value: name });
        for (const [server, at] of Object.entries({ knot: knot.port, own: port })) {
          await until(
            `${name} is served by ${server}`,
            async () => (await dig(at, `${name}.${domain}`, 'TXT', '+short')) === `"${name}"\n`,
            90_000,
          );
        }
      }
      const transfers = service.log.filter(
        ({ msg, zone }) => msg === 'transfer' && zone === domain,
      );
      expect(transfers.map(({ kind }) => kind)).toContain('ixfr');
      await until('both have taken a NOTIFY', async () => {
        const { secondaries } = await client.call('listDomainSecondaries', { domain });
        const taken = /hostmaster_dns_notifies_total\{outcome="taken"\} [1-9]/;
        return secondaries[0]?.notifyAnswer === 'taken' && taken.test(await service.metrics());
      });
    }, 300_000);
  },
  { settings: { ...settings, HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } },
);

/** Loopback addresses have no rate. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flat();
  const own = addresses.find((address) => address?.family === 'IPv4' && !address.internal);
  if (own === undefined) throw new Error('This test needs an IPv4 address beside the loopback.');
  return own.address;
}

describe('a rate over all threads', () => {
  const host = ownAddress();
  const burst = 40;
  const service = new TestService(createEngine('sqlite'), {
    settings: {
      ...settings,
      HOSTMASTER_DNS_LISTEN: `${host}:0`,
      HOSTMASTER_DNS_RATE: `1:${burst}`,
    },
  });
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  it('is that of one thread', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const startedAt = performance.now();
    const replies = { whole: 0, truncated: 0 };
    const sockets = Array.from({ length: 40 }, () => createSocket('udp4'));
    const questions = 400;
    for (const socket of sockets) {
      socket.on('message', (packet) => {
        const isTruncated = ((packet[2] ?? 0) & 0x02) !== 0;
        replies[isTruncated ? 'truncated' : 'whole'] += 1;
      });
      for (let id = 1; id <= questions / sockets.length; id += 1) {
        socket.send(question(domain, id), service.dnsPort, host);
      }
      // Not all at once: a full buffer would drop some.
      await setImmediate();
    }
    // Each thread truncates every second answer that it suppresses.
    await until('all were decided', () => {
      const suppressed = questions - replies.whole;
      return replies.truncated >= suppressed / 2 - 4;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const socket of sockets) socket.close();
    expect(replies.whole).toBeGreaterThanOrEqual(burst);
    expect(replies.whole).toBeLessThanOrEqual(burst + seconds + 1);
  });
});

/** The last address of the answer. */
async function ask(port: number, name: string): Promise<string> {
  const socket = createSocket('udp4');
  try {
    socket.send(question(name, 1), port, '127.0.0.1');
    const [packet] = (await once(socket, 'message')) as [Buffer];
    return [...packet.subarray(-4)].join('.');
  } finally {
    socket.close();
  }
}

function question(name: string, id: number): Uint8Array {
  return encodeMessage(makeQuery(id, { name: Name.parse(name), type: rrTypes.A }));
}

function countIn(metrics: string): number {
  const found = /hostmaster_dns_answers_total\{transport="udp",rcode="0"\} (\d+)/.exec(metrics);
  return Number(found?.[1] ?? 0);
}
