/**
 * Questions that the built-in server answers per second over UDP, beside a bare node:dgram echo in
 * the same run: what the rest of the machine allows.
 *   npm run bench:answers [-- --seconds 5]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeMessage, makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { readDnsPort } from './server-output.ts';
import { createZones } from './zones.ts';

const seconds = Number(/--seconds (\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
const zones = 50;
const hosts = 4;
const inFlight = 128;
const goal = 0.5;
const program = fileURLToPath(new URL('../packages/server/bin/hostmaster.js', import.meta.url));
const echoProgram = `
  const socket = require('node:dgram').createSocket('udp4');
  socket.on('message', (packet, { port, address }) => { packet[2] |= 0x80; socket.send(packet, port, address); });
  socket.bind(0, '127.0.0.1', () => console.log('DNS 127.0.0.1 port ' + socket.address().port + '\\nAPI http'));
`;

const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-bench-answers-'));
const children: ChildProcess[] = [];
try {
  const echo = spawn(process.execPath, ['-e', echoProgram]);
  children.push(echo);
  const echoPort = await readDnsPort(echo);
  const server = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...process.env,
      HOSTMASTER_DATA_DIR: dataDir,
      HOSTMASTER_FIRST_API_KEY: 'bench-key-of-sixteen-or-more',
      HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_LOG_LEVEL: 'error',
      PORT: '0',
    },
  });
  children.push(server);
  const port = await readDnsPort(server);
  await createZones(dataDir, { zones, recordsPerZone: hosts });
  await measure(port);
  const bare = await measure(echoPort);
  const served = await measure(port);
  const share = served / bare;
  console.log(
    `  ${served.toFixed(0)} answers/s, bare echo ${bare.toFixed(0)}/s: ${share.toFixed(2)} of it (goal: ${goal}) ${share >= goal ? 'met' : 'MISSED'}`,
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}

/** Answers per second. What is lost is sent again after a moment without answers. */
async function measure(port: number): Promise<number> {
  const packets = Array.from({ length: zones * hosts }, (_, index) =>
    encodeMessage(
      makeQuery(index, {
        name: Name.parse(`host${index % hosts}.zone-${index % zones}.com`),
        type: rrTypes.A,
      }),
    ),
  );
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let asked = 0;
  let answered = 0;
  const ask = () => {
    const packet = packets[asked % packets.length];
    asked += 1;
    if (packet !== undefined) socket.send(packet);
  };
  socket.on('message', () => {
    answered += 1;
    ask();
  });
  for (let count = 0; count < inFlight; count += 1) ask();
  const startedAt = performance.now();
  for (let before = -1; performance.now() - startedAt < seconds * 1_000; ) {
    await pause(100);
    if (answered === before) for (let count = 0; count < inFlight; count += 1) ask();
    before = answered;
  }
  const rate = (answered / (performance.now() - startedAt)) * 1_000;
  socket.close();
  return rate;
}
