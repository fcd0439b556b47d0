/**
 * Requests to every part of the HTTP edge: generated from the OpenAPI document and the tables of the
 * dashboard and of the PowerDNS-compatible API, then broken in their bytes.
 */
import { openApiDocument } from '@hostmaster/contract';
import { type DashboardEndpoint, dashboardEndpoints } from '@hostmaster/contract/dashboard';
import { powerdnsRoutes } from './powerdns-routes.ts';
import type { Random } from './random.ts';
import { hostileTexts, type ValueSource, valueFor } from './values.ts';

export interface FuzzWorld {
  readonly apiKeys: readonly string[];
  readonly cookie: string;
  readonly csrfToken: string;
  readonly origin: string;
  readonly workspaceIds: readonly string[];
  readonly words: readonly string[];
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** A body that is right as it is. */
  readonly example: object | undefined;
  readonly query: unknown;
  readonly isDashboard: boolean;
}

interface Draft {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: string;
}

const document = openApiDocument({ serverUrl: 'http://127.0.0.1' });
const components = (document.components as { schemas: Record<string, unknown> }).schemas;

const apiRoutes: readonly Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    body: jsonBodyOf(operation)?.schema,
    example: jsonBodyOf(operation)?.example,
    query: querySchemaOf(operation),
    isDashboard: false,
  })),
);

/** Signing out would end the session that the others need. */
const leaving = new Set(['signOut', 'revokeOtherSessions', 'revokeSession', 'changePassword']);
const dashboardRoutes: readonly Route[] = Object.entries<DashboardEndpoint>(dashboardEndpoints)
  .filter(([name]) => !leaving.has(name))
  .map(([, { method, path, body, query }]) => ({
    method,
    path,
    body,
    example: undefined,
    query,
    isDashboard: true,
  }));

const otherPaths = [
  '/',
  '/dashboard',
  '/dashboard/domains',
  '/dashboard/assets/x.js',
  '/reference',
  '/reference/',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/.well-known/security.txt',
  '/webhooks/stripe',
  '/v1',
  '/v1/',
  '/dashboard/api',
];

export function nextRequest(random: Random, world: FuzzWorld): Buffer {
  const source: ValueSource = { random, words: world.words, components };
  const draft = draftRequest(source, world);
  if (random.oneIn(6)) breakDraft(draft, random);
  const text = bytesOf(draft, new URL(world.origin).host);
  return random.oneIn(40) ? breakBytes(text, random) : text;
}

function draftRequest(source: ValueSource, world: FuzzWorld): Draft {
  const { random } = source;
  if (random.oneIn(10)) return draftOther(source);
  const route = random.pick(random.pick([apiRoutes, apiRoutes, dashboardRoutes, powerdnsRoutes]));
  const headers: Draft['headers'] = route.isDashboard
    ? [
        ['Cookie', world.cookie],
        ['Origin', world.origin],
        ['X-CSRF-Token', world.csrfToken],
      ]
    : [['X-Api-Key', random.pick(world.apiKeys)]];
  if (random.oneIn(10)) headers.push(['Idempotency-Key', random.pick(source.words)]);
  if (random.oneIn(20)) headers.push([random.pick(['If-Match', 'If-None-Match']), etag(random)]);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = name === 'workspaceId' ? world.workspaceIds : world.words;
    return encodeURIComponent(random.pick(random.oneIn(15) ? hostileTexts : values).toWellFormed());
  });
  const query = route.query === undefined ? {} : valueFor(route.query, source);
  return {
    method: route.method,
    path: path + queryText(query),
    headers,
    body: route.body === undefined ? '' : JSON.stringify(bodyFor(route, source)),
  };
}

function etag(random: Random): string {
  return random.pick(['*', '"1"', '"zone.1"', 'W/"1"', '""', `"${random.below(1_000)}"`]);
}

/** What the schema allows, or the example with one part of it replaced. */
function bodyFor({ body, example }: Route, source: ValueSource): unknown {
  const { random, words } = source;
  const fields = Object.keys(example ?? {});
  if (example === undefined || fields.length === 0 || random.oneIn(2)) {
    return valueFor(body, source);
  }
  const name = random.oneIn(2) ? random.pick(words) : `fuzz-${random.below(10_000)}.com`;
  const changed = 'domain' in example ? { ...example, domain: name } : { ...example };
  if (random.oneIn(2)) return changed;
  return { ...changed, [random.pick(fields)]: valueFor({}, source) };
}

function draftOther(source: ValueSource): Draft {
  const { random } = source;
  const path = random.pick(otherPaths);
  const signature = `t=${random.below(2_000_000_000)},v1=${'ab'.repeat(random.below(40))}`;
  return {
    method: random.pick(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']),
    path,
    headers: path.startsWith('/webhooks') ? [['Stripe-Signature', signature]] : [],
    body: random.oneIn(2) ? '' : JSON.stringify(valueFor({}, source)),
  };
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const entries = Object.entries(query).map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(plainText(value).toWellFormed())}`,
  );
  return entries.length === 0 ? '' : `?${entries.join('&')}`;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const headerNames = [
  'Content-Type',
  'Host',
  'Accept-Encoding',
  'X-Api-Key',
  'Cookie',
  'Origin',
  'X-Forwarded-For',
  'Idempotency-Key',
  'If-Match',
  'Range',
  'Expect',
];

/** One thing about it becomes wrong. */
function breakDraft(draft: Draft, random: Random): void {
  const text = random
    .pick(hostileTexts)
    .toWellFormed()
    .replaceAll(/[\r\n\0]/g, '');
  switch (random.below(7)) {
    case 0:
      draft.method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);
      break;
    case 1:
      draft.path += random.pick([
        '/',
        '//',
        '?',
        '?x=1',
        '%',
        '%2f',
        '#',
        '/..',
        ';a=b',
        `/${'a'.repeat(3_000)}`,
      ]);
      break;
    case 2:
      draft.headers.push([random.pick(headerNames), text]);
      break;
    case 3:
      draft.body = draft.body.slice(0, random.below(draft.body.length + 1));
      break;
    case 4:
      draft.body = random.pick([
        '[',
        '"x"',
        'null',
        '{"a":1,"a":2}',
        '{"__proto__":{}}',
        '\u00ff',
        `[${'['.repeat(900)}`,
        `{"domains":[${'1,'.repeat(20_000)}1]}`,
      ]);
      break;
    case 5:
      draft.headers = draft.headers.filter(() => random.oneIn(2));
      break;
    default:
      draft.path = draft.path.replace(/[a-z]/, () => encodeURIComponent(text));
  }
}

function bytesOf({ method, path, headers, body }: Draft, host: string): Buffer {
  const content = Buffer.from(body.toWellFormed());
  const own = new Set(headers.map(([name]) => name));
  const lines = [
    `${method} ${path.replaceAll(/[\s\u0080-\uffff]/g, (part) => encodeURIComponent(part.toWellFormed()))} HTTP/1.1`,
    ...(own.has('Host') ? [] : [`Host: ${host}`]),
    ...(own.has('Content-Type') ? [] : ['Content-Type: application/json']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${content.length}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

function breakBytes(bytes: Buffer, random: Random): Buffer {
  const broken = Buffer.from(bytes);
  for (let count = random.below(4); count >= 0; count -= 1) {
    broken[random.below(broken.length)] = random.below(256);
  }
  return broken;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: unknown;
}

function querySchemaOf(operation: object): object {
  const { parameters = [] } = operation as { parameters?: readonly Parameter[] };
  const ofQuery = parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(ofQuery.map(({ name, schema }) => [name, schema])),
    required: ofQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

interface JsonBody {
  readonly schema: unknown;
  readonly example?: object;
}

function jsonBodyOf(operation: object): JsonBody | undefined {
  const { requestBody } = operation as {
    requestBody?: { content: { 'application/json': JsonBody } };
  };
  return requestBody?.content['application/json'];
}
