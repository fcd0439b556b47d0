/**
 * One operation, attacked: its most expensive request, repeated. What the operation may cost decides
 * how answers are read: of those as large as a zone most readers read nothing, and of long work some
 * clients leave. Every fourth body is as long as it may be and wrong from its first entry on.
 */
import { limits } from '@hostmaster/contract';
import type { Cost } from '../../packages/server/src/operations/cost.ts';
import type { HttpClient, Reader } from './http-client.ts';
import type { World } from './world.ts';

/** Counts the requests of the attack, and says which of its connections sends this one. */
export interface Turn {
  readonly index: number;
  readonly connection: number;
  readonly client: HttpClient;
}

export interface Attack {
  readonly name: string;
  /** Routes of HTTP, such as `GET /v1/domains/{domain}`: the service registers none without an attack. */
  readonly routes: readonly string[];
  /** Connections when it runs alone. */
  readonly connections: number;
  /** The status as text, and the whole answer where it is a fault. */
  send(world: World, turn: Turn): Promise<string>;
}

/** Parameters of the path, and of the body or query. */
export type Input = (world: World, turn: Turn) => object | Promise<object>;

export interface HttpOperation {
  readonly name: string;
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
  readonly cost: Cost;
  readonly takesBody: boolean;
  readonly bodyBytesMax?: number | undefined;
  readonly as: 'key' | keyof World['people'];
  /** In addition to those that say who sends it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Beside many that wait for their next byte, some read. */
const connectionsByCost: Readonly<Record<Cost, number>> = {
  rows: 16,
  page: 16,
  quota: 16,
  whole: 48,
  long: 12,
};

export function httpAttack(operation: HttpOperation, input: Input): Attack {
  const { name, method, cost } = operation;
  return {
    name,
    routes: [`${method} ${operation.path}`],
    connections: connectionsByCost[cost],
    async send(world, turn) {
      const { path, body } = await request(operation, input, { world, turn });
      const answer = await turn.client.send({
        ...{ port: world.port, method, path, body },
        headers: { ...headersOf(operation, world, turn), ...operation.headers },
        from: operation.as === 'visitor' ? addressOf(turn) : customerAddress,
        reader: readerOf(operation, world, turn),
      });
      return answer.status >= 500 ? `${answer.status} ${answer.text}` : String(answer.status);
    },
  };
}

/** Attacks that take turns as one, where each alone would measure the same thing. */
export function inTurn(name: string, attacks: readonly Attack[]): Attack {
  return {
    name,
    routes: attacks.flatMap(({ routes }) => routes),
    connections: Math.max(...attacks.map(({ connections }) => connections)),
    send(world, turn) {
      const attack = attacks[turn.index % attacks.length];
      if (attack === undefined) throw new Error(`${name} has no attack.`);
      return attack.send(world, turn);
    },
  };
}

/** A customer with a key or a session is in one network. */
export const customerAddress = '127.3.0.1';

/** Strangers have a network of their own for each connection. */
export function addressOf({ connection }: Pick<Turn, 'connection'>): string {
  return `127.1.${connection % 250}.1`;
}

export function headersOf(
  { as }: Pick<HttpOperation, 'as'>,
  world: World,
  { connection }: Pick<Turn, 'connection'>,
): Record<string, string> {
  if (as === 'key') return { 'x-api-key': keyOf(world, connection) };
  const { cookie, csrfToken } = world.people[as];
  return { cookie, origin: `http://127.0.0.1:${world.port}`, 'x-csrf-token': csrfToken };
}

/** Requests with several keys are of one workspace, and count together. */
function keyOf({ apiKeys }: World, connection: number): string {
  return apiKeys[connection % apiKeys.length] ?? '';
}

function readerOf({ cost }: HttpOperation, { seconds }: World, { connection }: Turn): Reader {
  if (cost === 'whole' && connection % 3 !== 0) {
    return { reads: 'nothing', holdMs: seconds * 1_000 };
  }
  if (cost === 'long' && connection % 3 === 1) return { reads: 'leaves', afterMs: 100 };
  return { reads: 'all' };
}

async function request(
  { method, path, takesBody, bodyBytesMax = limits.bodyBytesMax }: HttpOperation,
  input: Input,
  { world, turn }: { readonly world: World; readonly turn: Turn },
): Promise<{ path: string; body?: string }> {
  const rest = new Map(Object.entries(await input(world, turn)));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? world.workspaceId);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (takesBody) {
    const isWrong = turn.index % 4 === 3;
    const body = isWrong ? wrongBody(bodyBytesMax, rest) : JSON.stringify(Object.fromEntries(rest));
    return { path: filled, body };
  }
  if (method !== 'GET' || rest.size === 0) return { path: filled };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return { path: `${filled}?${query}` };
}

/** The field is one that the operation knows. */
function wrongBody(bytes: number, rest: ReadonlyMap<string, unknown>): string {
  const [field = 'field'] = rest.keys();
  return `{"${field}":[${'1,'.repeat(bytes / 2 - 100)}1]}`;
}
