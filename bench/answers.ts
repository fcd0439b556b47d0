/**
 * Questions that the built-in server answers per second over UDP, one name in each of many zones,
 * beside a bare node:dgram echo in the same run: what the rest of the machine allows. Where
 * PowerDNS is installed, it answers the same questions with its caches on.
 *   npm run bench:answers [-- --seconds 5] [-- --zones 1000] [-- --workers 2]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { apiKey, startDnsService } from './dns-service.ts';
import { startPowerDns } from './powerdns.ts';
import { createZones } from './zones.ts';

const args = process.argv.join(' ');
const seconds = Number(/--seconds (\d+)/.exec(args)?.[1] ?? 5);
const zones = Number(/--zones (\d+)/.exec(args)?.[1] ?? 1_000);
const recordsPerZone = 1;
const inFlight = 128;
const socketCount = 16;
const goals = { ofEcho: 0.7, ofPowerDns: 0.33 };
const workers = Number(/--workers (\d+)/.exec(args)?.[1] ?? availableParallelism());
/** As many threads as the server has, on one port. */
const echoProgram = `
  const { Worker, isMainThread, workerData } = require('node:worker_threads');
  const socket = require('node:dgram').createSocket({ type: 'udp4', reusePort: true });
  socket.on('message', (packet, { port, address }) => { packet[2] |= 0x80; socket.send(packet, port, address); });
  socket.bind(isMainThread ? 0 : workerData, '127.0.0.1', () => {
    if (!isMainThread) return;
    const { port } = socket.address();
    for (let count = 1; count < ${workers}; count += 1) {
      new Worker(process.env.ECHO, { eval: true, workerData: port });
    }
    console.log(port);
  });
`;

const service = await startDnsService({ HOSTMASTER_DNS_WORKERS: String(workers) });
const others: ChildProcess[] = [];
try {
  const echo = spawn(process.execPath, ['-e', echoProgram], {
    env: { ...process.env, ECHO: echoProgram },
  });
  others.push(echo);
  const [line] = (await once(echo.stdout, 'data')) as [Buffer];
  await createZones(service.dataDir, { zones, recordsPerZone });
  const powerDns = await startPowerDns(service.dataDir, { zones, recordsPerZone, apiKey });
  if (powerDns !== null) others.push(powerDns.process);
  await measure(service.port);
  const bare = await measure(Number(line));
  const served = await measure(service.port);
  console.log(`  ${served.toFixed(0)} answers/s with ${zones} zones`);
  report('a bare echo', { served, other: bare, goal: goals.ofEcho });
  if (powerDns !== null) {
    await measure(powerDns.port);
    const other = await measure(powerDns.port);
    report('PowerDNS with caches', { served, other, goal: goals.ofPowerDns });
  }
} finally {
  for (const other of others) other.kill('SIGKILL');
  service.remove();
}

function report(
  title: string,
  {
    served,
    other,
    goal,
  }: { readonly served: number; readonly other: number; readonly goal: number },
): void {
  const share = served / other;
  const verdict = share >= goal ? 'met' : 'MISSED';
  console.log(
    `  ${share.toFixed(2)} of ${title}, ${other.toFixed(0)}/s (goal: ${goal}) ${verdict}`,
  );
}

/** Answers per second. What is lost is sent again after a moment without answers. */
async function measure(port: number): Promise<number> {
  const packets = Array.from({ length: zones }, (_, index) =>
    encodeMessage(
      makeQuery(index & 0xffff, {
        name: Name.parse(`host0.zone-${index}.com`),
        type: rrTypes.A,
      }),
    ),
  );
  const sockets = await Promise.all(
    Array.from({ length: socketCount }, async () => {
      const socket = createSocket('udp4');
      socket.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  let asked = 0;
  let answered = 0;
  const ask = () => {
    const packet = packets[asked % packets.length];
    asked += 1;
    // One socket reaches one thread, so the questions come from several.
    if (packet !== undefined) sockets[asked % socketCount]?.send(packet);
  };
  for (const socket of sockets) {
    socket.on('message', () => {
      answered += 1;
      ask();
    });
  }
  for (let count = 0; count < inFlight; count += 1) ask();
  const startedAt = performance.now();
  for (let before = -1; performance.now() - startedAt < seconds * 1_000; ) {
    await pause(100);
    if (answered === before) for (let count = 0; count < inFlight; count += 1) ask();
    before = answered;
  }
  const rate = (answered / (performance.now() - startedAt)) * 1_000;
  for (const socket of sockets) socket.close();
  return rate;
}
