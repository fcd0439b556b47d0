/**
 * The p99 of one workspace's requests while another does the worst that its limits allow: at most
 * twice the value of a quiet service, or `floorMs` more. Quiet and loud rounds take turns, and the
 * best of each counts: other work on the machine slows a round, never speeds it up.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { newSession } from '../packages/server/src/accounts/sessions.ts';
import { newUser } from '../packages/server/src/accounts/users.ts';
import { centsPerCredit } from '../packages/server/src/base/money.ts';
import { persistChange } from '../packages/server/src/changes/persist.ts';
import { openStores } from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { insert } from '../packages/server/src/storage/row-write.ts';
import { members } from '../packages/server/src/storage/tables/people/members.ts';
import { users } from '../packages/server/src/storage/tables/people/users.ts';
import { operatorActor } from '../packages/server/src/workspaces/actor.ts';
import { createKey } from '../packages/server/src/workspaces/keys.ts';
import { newWorkspace } from '../packages/server/src/workspaces/workspaces.ts';
import { contact } from './contact.ts';
import type { HostileOrder } from './hostile.ts';
import { startServer } from './start-server.ts';

/** The neighbour takes turns between many keys, so that its own rate limit does not count as delay. */
const keys = {
  neighbour: Array.from({ length: 20 }, (_, index) => `bench-neighbour-key-00${index}`),
  hostile: ['bench-hostile-key-000000'],
};
const [neighbourKey = '', hostileKey = ''] = [...keys.neighbour.slice(0, 1), ...keys.hostile];
const domains = { neighbour: 'bench-neighbour.com', hostile: 'bench-hostile.com' };
const rounds = 4;
const requestsPerRound = 300;
const factorMax = 2;
/**
 * A quiet request takes about a millisecond, so twice that is within the noise of one timer, one
 * collection of garbage or one large body being parsed. A neighbour notices this much and more.
 */
const floorMs = 5;
/** The production limits: the sandbox has none unless they are set. */
const rates = { HOSTMASTER_KEY_RATE: '100:200', HOSTMASTER_ADDRESS_RATE: '50:500' };
const recordsPerName = 500;

const kinds = ['GET', 'record', 'check'] as const;
type Kind = (typeof kinds)[number];

interface Customer {
  readonly port: number;
  readonly workspaceId: string;
  readonly cookie: string;
  readonly csrfToken: string;
  /** A record at a name that has as many as it may have. */
  readonly recordId: string;
}

export async function benchNeighbour(environment: Record<string, string>): Promise<void> {
  const { workspaceId, cookie } = await prepare(environment);
  const server = await startServer({ ...environment, ...rates });
  const { port } = server;
  for (const who of ['neighbour', 'hostile'] as const) await register(port, who);
  const recordId = await fillName(port);
  const csrfToken = await csrfTokenOf(port, cookie);
  const customer = { port, workspaceId, cookie, csrfToken, recordId };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await measure(port, agent);
  for (const [title, order] of Object.entries(hostileOrders(customer))) {
    const quiet: Record<Kind, number>[] = [];
    const loud: Record<Kind, number>[] = [];
    let statuses = '';
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure(port, agent));
      const hostile = await startHostile(order);
      loud.push(await measure(port, agent));
      statuses = await hostile.stop();
    }
    if (print(title, { quiet, loud, statuses })) continue;
    await server.ask('profile');
    const hostile = await startHostile(order);
    await measure(port, agent);
    await hostile.stop();
    for (const entry of (await server.ask('report')).top ?? []) console.log(`    ${entry}`);
  }
  agent.destroy();
  server.process.disconnect();
}

/** Whether all lines are met; a missed one names where the time went. */
function print(
  title: string,
  result: {
    readonly quiet: readonly Record<Kind, number>[];
    readonly loud: readonly Record<Kind, number>[];
    readonly statuses: string;
  },
): boolean {
  let isMet = true;
  for (const kind of kinds) {
    const best = (all: readonly Record<Kind, number>[]) =>
      Math.min(...all.map((values) => values[kind]));
    const [quietMs, loudMs] = [best(result.quiet), best(result.loud)];
    const line = `neighbour ${kind.padEnd(6)} during ${title}`.padEnd(56);
    const figures = `p99 ${quietMs.toFixed(1)} -> ${loudMs.toFixed(1)} ms (${(loudMs / quietMs).toFixed(1)}x)`;
    const isLineMet = loudMs <= Math.max(factorMax * quietMs, quietMs + floorMs);
    isMet &&= isLineMet;
    console.log(`  ${line} ${figures}  ${isLineMet ? 'met' : 'MISSED'}`);
  }
  console.log(`    answers to the other workspace: ${result.statuses}`);
  return isMet;
}

/** Each at the rate of a key, or of an address for the dashboard. */
function hostileOrders({
  port,
  workspaceId,
  cookie,
  csrfToken,
  recordId,
}: Customer): Readonly<Record<string, HostileOrder>> {
  const common = { port, method: 'POST' } as const;
  const headers = { 'x-api-key': hostileKey };
  const byKey = { ...common, connections: 32, perSecond: 100, headers };
  const bySession = {
    cookie: `hostmaster=${cookie}`,
    origin: `http://127.0.0.1:${port}`,
    'x-csrf-token': csrfToken,
  };
  const json = JSON.stringify;
  const lines = Array.from({ length: 50_000 }, (_, i) => `n${i} WKS 192.0.2.1 ${i}`);
  const text = lines.join('\n').slice(0, 1_900_000);
  return {
    'import plans (2)': {
      ...{ ...common, connections: 4, perSecond: 50, headers: bySession },
      path: `/dashboard/api/workspaces/${workspaceId}/domains/${domains.hostile}/zone/plan`,
      bodies: [json({ text })],
    },
    'writes at a full name (3)': {
      ...byKey,
      method: 'PATCH',
      path: `/v1/domains/${domains.hostile}/dns/${recordId}`,
      bodies: Array.from({ length: 50 }, (_, i) => json({ value: `changed ${i}` })),
    },
    'checks (4)': {
      ...byKey,
      path: '/v1/domains/check',
      bodies: Array.from({ length: 500 }, (_, i) =>
        json({ domains: Array.from({ length: 20 }, (__, j) => `hostile-${i}-${j}.com`) }),
      ),
    },
    'wrong entries (9)': {
      ...byKey,
      path: '/v1/domains/check',
      bodies: [`{"domains":[${Array.from({ length: 32_000 }, () => '1').join(',')}]}`],
    },
  };
}

async function startHostile(order: HostileOrder) {
  // The bodies do not fit into an argument.
  const child = fork(new URL('./hostile.ts', import.meta.url));
  child.send(order);
  await once(child, 'message');
  return {
    async stop(): Promise<string> {
      const answer = once(child, 'message');
      child.send('report');
      const [statuses] = (await answer) as [Record<string, number>];
      child.disconnect();
      await once(child, 'exit');
      return Object.entries(statuses)
        .map(([status, count]) => `${count} x ${status}`)
        .join(', ');
    },
  };
}

/** p99 by kind, in milliseconds; one request at a time. */
async function measure(port: number, agent: Agent): Promise<Record<Kind, number>> {
  const tag = Date.now().toString(36);
  const domain = `/v1/domains/${domains.neighbour}`;
  const requests: Readonly<Record<Kind, (index: number) => [string, object | null]>> = {
    GET: () => [domain, null],
    record: (i) => [`${domain}/dns`, { type: 'A', name: `${tag}-${i}`, value: '192.0.2.1' }],
    check: (i) => ['/v1/domains/check', { domains: [`${tag}-${i}.com`, `${tag}-${i}.net`] }],
  };
  const p99: Record<Kind, number> = { GET: 0, record: 0, check: 0 };
  const latencies: Record<Kind, number[]> = { GET: [], record: [], check: [] };
  for (let index = 0; index < requestsPerRound; index += 1) {
    for (const kind of kinds) {
      const [path, body] = requests[kind](index);
      const key = keys.neighbour[index % keys.neighbour.length] ?? '';
      const startedAt = performance.now();
      const answer = await send({ port, agent, path, body, key });
      latencies[kind].push(performance.now() - startedAt);
      if (answer.status !== 200)
        throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    }
  }
  for (const kind of kinds) {
    const sorted = latencies[kind].sort((a, b) => a - b);
    p99[kind] = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  }
  return p99;
}

function send(order: {
  readonly port: number;
  readonly path: string;
  readonly body: object | null;
  readonly key: string;
  readonly agent?: Agent;
}): Promise<{ readonly status: number; readonly text: string }> {
  const { port, path, body, key, agent } = order;
  return new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    const type = body === null ? {} : { 'content-type': 'application/json' };
    const sent = httpRequest({
      ...{ port, path, method, host: '127.0.0.1', headers: { 'x-api-key': key, ...type } },
      ...(agent === undefined ? {} : { agent }),
    });
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body === null ? undefined : JSON.stringify(body));
  });
}

/** Two workspaces with a key each, and a session of the hostile one's member. */
async function prepare(
  environment: Record<string, string>,
): Promise<Pick<Customer, 'workspaceId' | 'cookie'>> {
  const { database, close } = await openStores(readConfig(environment));
  const at = Date.now();
  const create = async (who: keyof typeof keys) => {
    const creditCents = 1_000 * centsPerCredit;
    const workspace = newWorkspace({ name: who, email: null, creditCents, at });
    const { id } = await persistDecided(database, workspace);
    for (const key of keys[who]) {
      const input = { key, name: 'bench' };
      await persistDecided(database, createKey({ actor: operatorActor(id), at, input }));
    }
    return id;
  };
  await create('neighbour');
  const workspaceId = await create('hostile');
  const person = { email: 'h@example.com', name: 'H', passwordHash: '', isEmailVerified: true, at };
  const user = newUser(person);
  const device = { address: '127.0.0.1', userAgent: 'bench' };
  const { cookieValue: cookie, row } = newSession({ userId: user.id, device, now: at });
  const member = { userId: user.id, workspaceId, createdAt: at };
  await persistChange(database, { rows: [insert(users, user), insert(members, member), row] });
  await close();
  return { workspaceId, cookie };
}

async function csrfTokenOf(port: number, cookie: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/dashboard/api/session`, {
    headers: { cookie: `hostmaster=${cookie}` },
  });
  return ((await response.json()) as { csrfToken: string }).csrfToken;
}

async function register(port: number, who: keyof typeof keys): Promise<void> {
  const body = { domain: domains[who], contact };
  const key = who === 'hostile' ? hostileKey : neighbourKey;
  const answer = await send({ port, path: '/v1/domains', body, key });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** As many records at one owner name as it may have; returns the id of the last. */
async function fillName(port: number): Promise<string> {
  const path = `/v1/domains/${domains.hostile}/dns`;
  for (let index = 0; ; ) {
    const body = { type: 'TXT', name: 'full', value: `value ${index}` };
    const { status, text } = await send({ port, path, body, key: hostileKey });
    if (status === 200) index += 1;
    else if (status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
    else throw new Error(text);
    if (index === recordsPerName) return (JSON.parse(text) as { record: { id: string } }).record.id;
  }
}
