/**
 * The load: a process of its own with raw keep-alive sockets, one request in flight on each. Every
 * answer is checked. Started with a LoadOrder as its only argument; prints a LoadResult at its end, or
 * when it is asked to end (SIGTERM).
 */
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Used in turn. */
  readonly apiKeys: readonly string[];
  readonly kind: 'get' | 'record' | 'powerdns-record' | 'batch' | 'register' | 'check';
  /** Path of the GET, or the domains that get records, used in turn. */
  readonly targets: readonly string[];
  /** Records in one batch. */
  readonly batchSize?: number;
  /** A GET must answer exactly this. */
  readonly expected: string;
  /** Keeps names apart between runs. */
  readonly tag: string;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly answers: number;
  readonly failed: number;
  readonly firstFailure: string | null;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  /** CPU time of this process meanwhile. */
  readonly cpuSeconds: number;
}

interface Line {
  request(sequence: number): string;
  isRight(status: number, body: string): boolean;
}

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  organization: '',
  email: 'ada@example.com',
  phone: '+1.5555550100',
  address1: '1 Analytical Way',
  address2: '',
  city: 'London',
  stateProvince: 'LDN',
  postalCode: 'N1 9GU',
  country: 'GB',
};

function lineOf(order: LoadOrder): Line {
  const { apiKeys } = order;
  const head = (method: string, path: string, sequence = 0) =>
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${apiKeys[sequence % apiKeys.length]}\r\n`;
  const post = (path: string, body: object, sequence = 0) => send('POST', path, body, sequence);
  const send = (method: string, path: string, body: object, sequence = 0) => {
    const text = JSON.stringify(body);
    return `${head(method, path, sequence)}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  switch (order.kind) {
    case 'get': {
      const request = `${head('GET', order.targets[0] ?? '/')}\r\n`;
      return {
        request: () => request,
        isRight: (status, body) => status === 200 && body === order.expected,
      };
    }
    case 'record':
      return {
        request: (sequence) =>
          post(`/v1/domains/${order.targets[sequence % order.targets.length]}/dns`, {
            type: 'A',
            name: `${order.tag}-${sequence}`,
            value: `192.0.2.${sequence % 256}`,
          }),
        isRight: (status, body) => status === 200 && body.startsWith('{"record":{"id":"rec_'),
      };
    case 'powerdns-record':
      return {
        request: (sequence) => {
          const zone = order.targets[sequence % order.targets.length];
          const records = [{ content: `192.0.2.${sequence % 256}`, disabled: false }];
          const name = `${order.tag}-${sequence}.${zone}.`;
          const rrset = { name, type: 'A', ttl: 300, changetype: 'REPLACE', records };
          return send('PATCH', `/api/v1/servers/localhost/zones/${zone}.`, { rrsets: [rrset] });
        },
        isRight: (status) => status === 204,
      };
    case 'batch':
      return {
        request: (sequence) =>
          post(`/v1/domains/${order.targets[sequence % order.targets.length]}/dns/batch`, {
            creates: Array.from({ length: order.batchSize ?? 0 }, (_, i) => ({
              type: 'A',
              name: `${order.tag}-${sequence}-${i}`,
              value: `192.0.2.${i % 256}`,
            })),
          }),
        isRight: (status, body) => status === 200 && body.startsWith('{"created":[{"id":"rec_'),
      };
    case 'register':
      return {
        request: (sequence) =>
          post('/v1/domains', { domain: `${order.tag}-${sequence}.com`, contact }, sequence),
        isRight: (status, body) => status === 200 && body.includes('"creditsCharged":12'),
      };
    case 'check':
      return {
        request: (sequence) =>
          post('/v1/domains/check', {
            domains: Array.from({ length: 20 }, (_, i) => `${order.tag}-${sequence}-${i}.com`),
          }),
        isRight: (status, body) => status === 200 && body.split('"available":true').length === 21,
      };
  }
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const line = lineOf(order);
  const latencies: number[] = [];
  let sequence = 0;
  let failed = 0;
  let firstFailure: string | null = null;
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let endsAt = startedAt + order.seconds * 1_000;
  process.once('SIGTERM', () => {
    endsAt = performance.now();
  });

  const fail = (reason: string) => {
    failed += 1;
    firstFailure ??= reason;
  };

  /** Opened again when the server closes it, as PowerDNS does after each answer. */
  const connection = () =>
    new Promise<void>((resolve) => {
      if (performance.now() >= endsAt) return resolve();
      const socket = connect(order.port, '127.0.0.1');
      socket.setNoDelay(true);
      let sentAt = 0;
      let isWaiting = false;
      let received: Buffer = Buffer.alloc(0);
      const next = () => {
        sentAt = performance.now();
        if (sentAt >= endsAt) {
          socket.destroy();
          return;
        }
        socket.write(line.request(sequence));
        isWaiting = true;
        sequence += 1;
      };
      socket.on('connect', next);
      socket.on('error', (error) => fail(error.message));
      socket.on('close', () => {
        if (isWaiting) fail('no answer');
        resolve(connection());
      });
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const bodyAt = received.indexOf('\r\n\r\n') + 4;
        if (bodyAt < 4) return;
        const header = received.toString('latin1', 0, bodyAt);
        const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0);
        if (received.length < bodyAt + length) return;
        const body = received.toString('utf8', bodyAt, bodyAt + length);
        const status = Number(header.slice(9, 12));
        isWaiting = false;
        if (line.isRight(status, body)) latencies.push(performance.now() - sentAt);
        else fail(`${status} ${body.slice(0, 200)}`);
        received = Buffer.alloc(0);
        if (/connection: close/i.test(header)) socket.destroy();
        else next();
      });
    });
  await Promise.all(Array.from({ length: order.connections }, connection));
  const { user, system } = process.cpuUsage(cpuBefore);
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    perSecond: latencies.length / elapsedSeconds,
    answers: latencies.length,
    failed,
    firstFailure,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    longestMs: latencies.at(-1) ?? 0,
    cpuSeconds: (user + system) / 1e6,
  };
}

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as LoadOrder)));
