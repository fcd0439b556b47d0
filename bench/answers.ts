/**
 * Questions that the built-in server answers per second over UDP, one name in each of many zones,
 * beside a bare node:dgram echo with as many threads: what the rest of the machine allows. Where they
 * are installed, Knot with as many threads and PowerDNS with its caches on answer the same questions.
 *   npm run bench:answers [-- --seconds 5] [-- --zones 1000] [-- --workers 2]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { apiKey, startDnsService } from './dns-service.ts';
import { startKnot } from './knot.ts';
import { startPowerDns } from './powerdns.ts';
import { type Answerer, Rates } from './udp-load.ts';
import { createZones } from './zones.ts';

const args = process.argv.join(' ');
const seconds = Number(/--seconds (\d+)/.exec(args)?.[1] ?? 5);
const zones = Number(/--zones (\d+)/.exec(args)?.[1] ?? 1_000);
const recordsPerZone = 1;
const rounds = 3;
const goals = { ofEcho: 0.7, ofKnot: 0.8, ofPowerDns: 0.33 };
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

const questions = {
  packets: Array.from({ length: zones }, (_, index) =>
    encodeMessage(
      makeQuery(index & 0xffff, { name: Name.parse(`host0.zone-${index}.com`), type: rrTypes.A }),
    ),
  ),
  seconds,
};
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
  const served = new Rates(service, questions);
  const compared = [
    { title: `a bare echo with ${threads}`, rates: new Rates(echo, questions), goal: goals.ofEcho },
    ...(knot === null
      ? []
      : [{ title: `Knot with ${threads}`, rates: new Rates(knot, questions), goal: goals.ofKnot }]),
    ...(powerDns === null
      ? []
      : [
          {
            title: 'PowerDNS with caches',
            rates: new Rates(powerDns, questions),
            goal: goals.ofPowerDns,
          },
        ]),
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
