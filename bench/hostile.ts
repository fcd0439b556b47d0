/**
 * One workspace at its limit, in a process of its own: repeats its requests at a rate until the parent
 * disconnects. Started by neighbour.ts, which sends a HostileOrder.
 */
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface HostileOrder {
  readonly port: number;
  readonly connections: number;
  readonly perSecond: number;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn. */
  readonly bodies: readonly string[];
}

const [order] = (await once(process, 'message')) as [HostileOrder];
const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
const statuses = new Map<number, number>();
let sequence = 0;

process.on('message', () => process.send?.(Object.fromEntries(statuses)));
process.on('disconnect', () => process.exit(0));
await Promise.all(Array.from({ length: order.connections }, (_, index) => sendRepeatedly(index)));

/** Connections take turns, so that the rate is even. */
async function sendRepeatedly(index: number): Promise<never> {
  const gapMs = (1_000 * order.connections) / order.perSecond;
  await delay((gapMs * index) / order.connections);
  for (;;) {
    const startedAt = performance.now();
    const status = await send(order.bodies[sequence++ % order.bodies.length] ?? '');
    if (statuses.size === 0) process.send?.('started');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await delay(Math.max(0, gapMs - (performance.now() - startedAt)));
  }
}

function send(body: string): Promise<number> {
  const { port, method, path, headers } = order;
  return new Promise((resolve, reject) => {
    const options = { port, path, method, agent, host: '127.0.0.1' };
    const sent = httpRequest({
      ...options,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
