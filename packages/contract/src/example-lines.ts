/** The example of each endpoint as people write it: with curl, with the SDK and on the command line. */
import { type Endpoint, type EndpointName, endpoints } from './endpoints.ts';
import { type Example, examples } from './examples.ts';

export interface ExampleLines {
  readonly curl: string;
  readonly sdk: string;
  readonly command: string;
}

export interface ExampleRequest {
  readonly params: Readonly<Record<string, string>>;
  /** What must be in the query. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const lineWidth = 100;

/** The lines for the example of the contract, or for a request like it. */
export function exampleLines(
  name: EndpointName,
  url: string,
  request: ExampleRequest = exampleRequest(name),
): ExampleLines {
  const { params, query, body } = request;
  const input = { ...params, ...query, ...(body as object | undefined) };
  const isEmpty = Object.keys(input).length === 0;
  return {
    curl: curlOf(endpoints[name], url, request),
    sdk: `await client.${name}(${isEmpty ? '' : literal(input)});`,
    command: `hostmaster api ${name}${isEmpty ? '' : ` ${quoted(JSON.stringify(input))}`}`,
  };
}

export function exampleRequest(name: EndpointName): ExampleRequest {
  const { params, body }: Example<EndpointName> = examples[name];
  const { query: schema }: Endpoint = endpoints[name];
  const fields = (schema?.properties ?? {}) as Record<string, { examples?: readonly unknown[] }>;
  const required: readonly string[] = schema?.required ?? [];
  const query = required.map((field) => [field, fields[field]?.examples?.[0]]);
  return {
    params: params as Record<string, string>,
    query: Object.fromEntries(query),
    ...(body === undefined ? {} : { body }),
  };
}

function curlOf(
  { method, path }: Endpoint,
  url: string,
  { params, query, body }: ExampleRequest,
): string {
  const search = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const address = search.length === 0 ? '' : `?${search.join('&')}`;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? part),
  );
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${url}${filled}${address}`,
    '-H "x-api-key: $HOSTMASTER_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A value as it is written in a program: on one line where it fits. */
function literal(value: unknown, indent = ''): string {
  const short = oneLine(value);
  if (indent.length + short.length <= lineWidth) return short;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, inner))
    : Object.entries(value as object).map(([key, part]) => `${key}: ${literal(part, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${oneLine(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function stringLiteral(text: string): string {
  return text.includes("'") || text.includes('\\') ? JSON.stringify(text) : `'${text}'`;
}
