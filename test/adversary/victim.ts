/**
 * A customer of another workspace and network, and a secondary of their zone, in a process of their
 * own. Requests begin at fixed moments, however long the ones before take: a pause of the service is
 * then seen by all requests that fall into it.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { makeQuery, Name, rrTypes } from '@hostmaster/dns';
import { exchange, transferZone } from '@hostmaster/dns/node';
import { HttpClient } from './http-client.ts';
import { type VictimKind, type VictimResult, victimKinds } from './victim-kinds.ts';
import type { World } from './world.ts';

export interface VictimOrder {
  readonly port: number;
  readonly dnsPort: number;
  readonly apiKey: string;
  readonly secondaryKey: World['tsig'];
  readonly seconds: number;
  /** Where records are created. */
  readonly writes: string;
  /** Is read, asked for and transferred. */
  readonly zone: string;
}

const from = '127.2.0.1';
/** Between two requests of any kind. */
const gapMs = 6;
const timeoutMs = 15_000;
const resendMs = 1_000;
const client = new HttpClient();
let sequence = 0;

process.on('disconnect', () => process.exit(0));
for (;;) {
  const [order] = (await once(process, 'message')) as [VictimOrder];
  process.send?.(await measure(order));
}

async function measure(order: VictimOrder): Promise<VictimResult> {
  const times: Record<VictimKind, number[]> = { get: [], record: [], answer: [], transfer: [] };
  const failures = new Set<string>();
  const requests = requestsOf(order);
  const under: Promise<void>[] = [];
  const count = Math.ceil((order.seconds * 1_000) / gapMs / victimKinds.length);
  const startedAt = performance.now();
  for (let index = 0; index < count * victimKinds.length; index += 1) {
    await delay(Math.max(0, startedAt + index * gapMs - performance.now()));
    const kind = victimKinds[index % victimKinds.length] ?? 'get';
    const sentAt = performance.now();
    under.push(
      requests[kind]().then(
        () => void times[kind].push(performance.now() - sentAt),
        (error) => {
          times[kind].push(timeoutMs);
          failures.add(`${kind}: ${error instanceof Error ? error.message : error}`);
        },
      ),
    );
  }
  await Promise.all(under);
  const p99 = (kind: VictimKind) => {
    const sorted = times[kind].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  };
  const p99Ms = {
    get: p99('get'),
    record: p99('record'),
    answer: p99('answer'),
    transfer: p99('transfer'),
  };
  return { p99Ms, failures: [...failures].slice(0, 5) };
}

function requestsOf(order: VictimOrder): Readonly<Record<VictimKind, () => Promise<void>>> {
  const { port, dnsPort, zone, writes } = order;
  const headers = { 'x-api-key': order.apiKey };
  const http = async (method: string, path: string, body?: object) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const place = { port, method, path, headers, from, timeoutMs };
    const answer = await client.send({ ...place, body: text });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`);
  };
  const nowSeconds = () => Math.floor(Date.now() / 1_000);
  const dns = { address: '127.0.0.1', port: dnsPort, sourceAddress: from, timeoutMs, nowSeconds };
  const question = { name: Name.parse(`www.${zone}`), type: rrTypes.A };
  const secret = Buffer.from(order.secondaryKey.secret, 'base64');
  const name = Name.parse(order.secondaryKey.name);
  const key = { name, algorithm: 'hmac-sha256', secret } as const;
  const id = () => {
    sequence += 1;
    return sequence & 0xffff;
  };
  return {
    get: () => http('GET', `/v1/domains/${zone}`),
    record: () => {
      const record = { type: 'A', name: `${Date.now().toString(36)}-${id()}`, value: '192.0.2.1' };
      return http('POST', `/v1/domains/${writes}/dns`, record);
    },
    async answer() {
      // As a resolver, which asks again when a packet is lost.
      const ask = () => exchange(makeQuery(id(), question), { ...dns, timeoutMs: resendMs });
      const { answers } = await ask().catch(ask).catch(ask);
      if (answers.length !== 1) throw new Error(`It has ${answers.length} records.`);
    },
    async transfer() {
      const { kind } = await transferZone({ ...dns, id: id(), zone: Name.parse(zone), key });
      if (kind !== 'axfr') throw new Error(`It is ${kind}.`);
    },
  };
}
