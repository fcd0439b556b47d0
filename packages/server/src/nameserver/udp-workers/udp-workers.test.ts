/** Threads that share a port: one that ends is replaced while the others answer, and rates hold over all. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { encodeMessage, makeQuery, makeReply, Name, rrTypes } from '@hostmaster/dns';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createRateMemory, ResponseRate } from '../response-rate.ts';
import { createSharedMemory, SharedAnswers } from './shared-answers.ts';
import { UdpWorkers } from './udp-workers.ts';

const clock = { now: () => Date.now() };

it('a thread that ends is started again, and the others go on', async () => {
  const workers = new UdpWorkers({
    count: 2,
    memory: createSharedMemory(),
    responseRate: null,
    clock,
    cache: { check: async () => {}, stateOf: () => 'current' },
    handle: async ({ message }) =>
      message === null ? null : encodeMessage(makeReply(message, {})),
    secondaryAddresses: () => [],
    log: pino({ level: 'silent' }),
  });
  const listener = await workers.open({ host: '127.0.0.1', port: await freePort() });
  try {
    const [first, second] = workers.threads;
    await first?.terminate();
    expect(workers.threads).toEqual([second]);
    await answer(listener.port);
    await vi.waitFor(() => expect(workers.threads).toHaveLength(2), 60_000);
    await answer(listener.port);
  } finally {
    await listener.close();
  }
  expect(workers.threads).toEqual([]);
});

it('a port of another process is refused', async () => {
  const other = createSocket('udp4');
  other.bind(0, '127.0.0.1');
  await once(other, 'listening');
  const workers = new UdpWorkers({
    count: 2,
    memory: createSharedMemory(),
    responseRate: null,
    clock,
    cache: { check: async () => {}, stateOf: () => 'current' },
    handle: async () => null,
    secondaryAddresses: () => [],
    log: pino({ level: 'silent' }),
  });
  const place = { host: '127.0.0.1', port: other.address().port };
  await expect(workers.open(place)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(workers.threads).toEqual([]);
  other.close();
});

it('a rate holds over all threads', () => {
  const memory = createRateMemory();
  const rates = [1, 2, 3].map(
    () => new ResponseRate({ perSecond: 10, burst: 6 }, { now: () => 1_000 }, memory),
  );
  const decisions = Array.from({ length: 30 }, (_, index) => rates[index % 3]?.decide('192.0.2.1'));
  expect(decisions.filter((decision) => decision === 'answer')).toHaveLength(6);
});

it('an answer is valid until its zone or all zones change', () => {
  const memory = createSharedMemory();
  const [main, thread] = [new SharedAnswers(memory), new SharedAnswers(memory)];
  const of = (zone: string) => main.generationOf(zone);
  const [one, other] = [of('example.com'), of('example.net')];
  main.noteChange('example.com');
  expect([thread.isCurrent(one), thread.isCurrent(other)]).toEqual([false, true]);
  main.noteChange(null);
  expect(thread.isCurrent(other)).toBe(false);
  expect(thread.isLeased(5)).toBe(false);
  main.leaseUntil(10);
  expect([thread.isLeased(9), thread.isLeased(10)]).toEqual([true, false]);
});

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Asked again until an answer comes: a thread that ends takes its packets with it. */
async function answer(port: number): Promise<void> {
  const socket = createSocket('udp4');
  const query = encodeMessage(makeQuery(1, { name: Name.parse('example.com'), type: rrTypes.A }));
  const again = setInterval(() => socket.send(query, port, '127.0.0.1'), 50);
  try {
    await once(socket, 'message');
  } finally {
    clearInterval(again);
    socket.close();
  }
}
