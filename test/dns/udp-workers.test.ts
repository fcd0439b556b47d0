/** Threads that answer UDP on one port: what they answer, how soon, and what they count together. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService(
  'DNS over UDP in worker threads',
  (service) => {
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
  },
  { settings: { HOSTMASTER_DNS_WORKERS: '3' } },
);

/** The last address of the answer. */
async function ask(port: number, name: string): Promise<string> {
  const socket = createSocket('udp4');
  try {
    socket.send(
      encodeMessage(makeQuery(1, { name: Name.parse(name), type: rrTypes.A })),
      port,
      '127.0.0.1',
    );
    const [packet] = (await once(socket, 'message')) as [Buffer];
    return [...packet.subarray(-4)].join('.');
  } finally {
    socket.close();
  }
}

function countIn(metrics: string): number {
  const found = /hostmaster_dns_answers_total\{transport="udp",rcode="0"\} (\d+)/.exec(metrics);
  return Number(found?.[1] ?? 0);
}
