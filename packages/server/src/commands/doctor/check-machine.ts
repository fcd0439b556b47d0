/** What the machine offers: space in the data directory, and the ports that the service listens on. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { askDns } from '../../base/dns/ask-dns.ts';
import { exchangeHttp } from '../../base/exchange-http.ts';
import { outsideCall } from '../../base/outside-call.ts';
import type { Config } from '../../config/config.ts';
import { ListenError, listenEverywhere } from '../../nameserver/listen-everywhere.ts';
import type { Findings, Subject } from './finding.ts';

const mebibyte = 2 ** 20;
/** Below it a day of changes may fill the disk. */
const freeBytesEnough = 1_024 * mebibyte;
/** Below it the next migration or checkpoint may fail. */
const freeBytesMin = 200 * mebibyte;
const answerMs = 3_000;
const never = new AbortController().signal;

export async function checkDisk({ config }: Subject, findings: Findings): Promise<void> {
  const { dataDir } = config;
  if (!existsSync(dataDir)) {
    findings.warning(
      `${dataDir} does not exist.`,
      'The first start creates it. If the service has run before, check HOSTMASTER_DATA_DIR.',
    );
    return;
  }
  const { bavail, bsize, files, ffree } = statfsSync(dataDir);
  const freeBytes = bavail * bsize;
  const free = `${Math.floor(freeBytes / mebibyte)} MiB are free in ${dataDir}.`;
  const advice = 'Free space on this file system, or move the data directory to a larger one.';
  if (freeBytes < freeBytesMin) findings.problem(free, advice);
  else if (freeBytes < freeBytesEnough) findings.warning(free, advice);
  else findings.ok(free);
  if (files > 0 && ffree < 1_000) {
    findings.problem(`${ffree} files can still be created in ${dataDir}.`, advice);
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    findings.problem(
      `This user cannot write ${dataDir}.`,
      'Run the command as the user of the service, or give the directory to that user.',
    );
  }
  if ((statSync(dataDir).mode & 0o007) !== 0) {
    findings.warning(
      `Every user of this machine can reach ${dataDir}, which holds registrants' data.`,
      `chmod o= ${dataDir}`,
    );
  }
}

interface Port {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly speaks: 'http' | 'dns' | 'other';
}

export async function checkPorts(subject: Subject, findings: Findings): Promise<void> {
  const ports = portsOf(subject.config).filter(({ port }) => port !== 0);
  for (const port of ports) await checkPort(port, subject, findings);
  if (ports.length === 0) findings.ok('Every port is chosen at the start.');
}

function portsOf({ host, port, roles, metricsListen, dnsListen, dnsTls, publicData }: Config) {
  const of =
    (setting: string, speaks: Port['speaks']) => (place: { host: string; port: number }) => ({
      ...place,
      setting,
      speaks,
    });
  const ports: readonly Port[] = [
    { setting: 'PORT', host, port, speaks: 'http' },
    ...(metricsListen === null ? [] : [metricsListen].map(of('HOSTMASTER_METRICS_LISTEN', 'http'))),
    ...(roles.has('dns') ? dnsListen.map(of('HOSTMASTER_DNS_LISTEN', 'dns')) : []),
    ...(roles.has('dns') ? (dnsTls?.listen ?? []) : []).map(
      of('HOSTMASTER_DNS_TLS_LISTEN', 'other'),
    ),
    ...(roles.has('api') ? publicData.whoisListen.map(of('HOSTMASTER_WHOIS_LISTEN', 'other')) : []),
  ];
  return ports;
}

async function checkPort(place: Port, subject: Subject, findings: Findings): Promise<void> {
  const name = `${place.setting} ${presentSocketAddress(place.host, place.port)}`;
  const code = await bindError(place);
  if (code === null) findings.ok(`${name} is free; the service does not run here.`);
  else if (code === 'EACCES') {
    findings.problem(
      `${name} may not be listened on by this user.`,
      'Ports below 1024 need CAP_NET_BIND_SERVICE: AmbientCapabilities of the systemd unit, or another port behind a proxy.',
    );
  } else if (code !== 'EADDRINUSE') {
    findings.problem(
      `${name} cannot be listened on (${code}).`,
      `Set ${place.setting} to an address of this machine.`,
    );
  } else if (await isAnswered(place, subject)) findings.ok(`${name} is answered.`);
  else {
    findings.problem(
      `${name} is in use by another program, or the service hangs.`,
      `"ss -lntup" shows the program. Stop it, or set ${place.setting} to another port.`,
    );
  }
}

/** Null when the address could be listened on. */
async function bindError({ host, port, speaks }: Port): Promise<string | null> {
  if (speaks === 'dns') {
    const options = { handler: async () => null, onError: () => {} };
    try {
      await (await listenEverywhere([{ host, port }], options)).close();
      return null;
    } catch (error) {
      if (error instanceof ListenError) return error.code;
      throw error;
    }
  }
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? ''));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

async function isAnswered(
  { host, port, speaks }: Port,
  { clock, random }: Subject,
): Promise<boolean> {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    if (speaks === 'dns') {
      const question = { name: Name.parse('version.bind'), type: rrTypes.TXT };
      await askDns(makeQuery(random.below(65_536), question), {
        address,
        port,
        stopping: never,
        timeoutMs: answerMs,
        nowSeconds: () => Math.floor(clock.now() / 1_000),
      });
      return true;
    }
    if (speaks === 'other') return true;
    const limit = { peer: address, totalMs: answerMs, stopping: never };
    const base = `http://${presentSocketAddress(address, port)}`;
    const url = new URL('/healthz', base);
    const answers = await Promise.all(
      [url, new URL('/metrics', base)].map((each) =>
        outsideCall(limit, (scope) =>
          exchangeHttp(scope, { url: each, method: 'GET', headers: {}, bodyBytesMax: 256 }),
        ),
      ),
    );
    return answers.some(({ status, body }) => status === 200 && /"status":"ok"|# HELP/.test(body));
  } catch {
    return false;
  }
}
