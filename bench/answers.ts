/**
 * Questions that the built-in server answers per second over UDP, one name in each of many zones,
 * beside a bare node:dgram echo with as many threads: what the rest of the machine allows. Where they
 * are installed, Knot with as many threads and PowerDNS with its caches on answer the same questions.
 *   npm run bench:answers [-- --seconds 5] [-- --zones 1000] [-- --workers 2]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { cpuSeconds } from './cpu-seconds.ts';
import { apiKey, startDnsService } from './dns-service.ts';
import { startKnot } from './knot.ts';
import { startPowerDns } from './powerdns.ts';
import { createZones } from './zones.ts';

const args = process.argv.join(' ');
const seconds = Number(/--seconds (\d+)/.exec(args)?.[1] ?? 5);
const zones = Number(/--zones (\d+)/.exec(args)?.[1] ?? 1_000);
const recordsPerZone = 1;
const inFlight = 128;
const socketCount = 16;
const rounds = 3;
const goals = { ofEcho: 0.7, ofKnot: 0.8, ofPowerDns: 0.33 };
const workers = Number(/--workers (\d+)/.exec(args)?.[1] ?? availableParallelism());
interface Answerer {
  readonly process: ChildProcess;
  readonly port: number;
}

/** What one server did in each round. */
class Rates {
  readonly #server: Answerer;
  readonly #rates: number[] = [];
  readonly #cpuUs: number[] = [];

  constructor(server: Answerer) {
    this.#server = server;
  }

  async measure(): Promise<void> {
    const { pid = 0 } = this.#server.process;
    const cpuBefore = cpuSeconds(pid);
    const { perSecond, answered } = await measure(this.#server.port);
    this.#rates.push(perSecond);
    this.#cpuUs.push(((cpuSeconds(pid) - cpuBefore) * 1e6) / answered);
  }

  get perSecond(): number {
    return medianOf(this.#rates.slice(1));
  }

  toString(): string {
    const cpuUs = medianOf(this.#cpuUs.slice(1));
    return `${this.perSecond.toFixed(0)}/s, ${cpuUs.toFixed(1)} µs of CPU time each`;
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

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
  const echo = await startEcho();
  others.push(echo.process);
  const size = { zones, recordsPerZone };
  await createZones(service.dataDir, size);
  const powerDns = await startPowerDns(service.dataDir, { ...size, apiKey });
  if (powerDns !== null) others.push(powerDns.process);
  const knot = await startKnot(service.dataDir, { ...size, threads: workers });
  if (knot !== null) others.push(knot.process);
  const threads = `${workers} thread${workers === 1 ? '' : 's'}`;
  const served = new Rates(service);
  const compared = [
    { title: `a bare echo with ${threads}`, rates: new Rates(echo), goal: goals.ofEcho },
    ...(knot === null
      ? []
      : [{ title: `Knot with ${threads}`, rates: new Rates(knot), goal: goals.ofKnot }]),
    ...(powerDns === null
      ? []
      : [{ title: 'PowerDNS with caches', rates: new Rates(powerDns), goal: goals.ofPowerDns }]),
  ];
  // The first round fills caches. In the others all take turns, so that other work meets each of them.
  for (let round = 0; round <= rounds; round += 1) {
    for (const rates of [served, ...compared.map((each) => each.rates)]) await rates.measure();
  }
  console.log(`  ${served} with ${threads} and ${zones} zones`);
  for (const { title, rates, goal } of compared) {
    const share = served.perSecond / rates.perSecond;
    const verdict = share >= goal ? 'met' : 'MISSED';
    console.log(`  ${share.toFixed(2)} of ${title}: ${rates} (goal: ${goal}) ${verdict}`);
  }
} finally {
  for (const other of others) other.kill('SIGKILL');
  service.remove();
}

async function startEcho(): Promise<Answerer> {
  const echo = spawn(process.execPath, ['-e', echoProgram], {
    env: { ...process.env, ECHO: echoProgram },
  });
  const [line] = (await once(echo.stdout, 'data')) as [Buffer];
  return { process: echo, port: Number(line) };
}

/** What is lost is sent again after a moment without answers. */
async function measure(port: number): Promise<{ perSecond: number; answered: number }> {
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
  const perSecond = (answered / (performance.now() - startedAt)) * 1_000;
  for (const socket of sockets) socket.close();
  return { perSecond, answered };
}
