/** The examples of endpoints and errors as people write them: with curl, the SDK and on the command line. */
import { type Endpoint, type EndpointName, endpoints } from './endpoints.ts';
import {
  type ApiErrorCode,
  errorExamples,
  type RawBody,
  type RequestOptions,
} from './error-examples.ts';
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
  /** Where the file of the answer is saved. */
  readonly fileName?: string;
  readonly options?: RequestOptions;
  readonly raw?: RawBody;
}

/** Without those that cannot send the request. */
export type ErrorLines = Pick<ExampleLines, 'curl'> & Partial<ExampleLines>;

const lineWidth = 100;

/** The lines for the example of the contract, or for a request like it. */
export function exampleLines(
  name: EndpointName,
  url: string,
  request: ExampleRequest = exampleRequest(name),
): ExampleLines {
  const { params, query, body, fileName, options } = request;
  const input = { ...params, ...query, ...(body as object | undefined) };
  const isEmpty = Object.keys(input).length === 0;
  const more = options === undefined ? '' : `, ${literal(options)}`;
  return {
    curl: curlOf(endpoints[name], url, request),
    sdk: `await client.${name}(${isEmpty ? '' : literal(input)}${more});`,
    command: [
      `hostmaster api ${name}`,
      ...(isEmpty ? [] : [quoted(JSON.stringify(input))]),
      ...(fileName === undefined ? [] : [`> ${fileName}`]),
    ].join(' '),
  };
}

export function exampleRequest(name: EndpointName): ExampleRequest {
  const { params, body, fileName }: Example<EndpointName> = examples[name];
  const { query: schema }: Endpoint = endpoints[name];
  const fields = (schema?.properties ?? {}) as Record<string, { examples?: readonly unknown[] }>;
  const required: readonly string[] = schema?.required ?? [];
  const query = required.map((field) => [field, fields[field]?.examples?.[0]]);
  return {
    params: params as Record<string, string>,
    query: Object.fromEntries(query),
    ...(body === undefined ? {} : { body }),
    ...(fileName === undefined ? {} : { fileName }),
  };
}

/** The lines for the example of an error, or for a request like it. */
export function errorLines(
  code: ApiErrorCode,
  url: string,
  request: ExampleRequest = errorRequest(code),
): ErrorLines {
  const { curl, sdk, command } = exampleLines(errorExamples[code].endpoint, url, request);
  if (request.raw !== undefined) return { curl };
  return request.options === undefined ? { curl, sdk, command } : { curl, sdk };
}

export function errorRequest(code: ApiErrorCode): ExampleRequest {
  const { endpoint, params, query, body, options, raw } = errorExamples[code];
  const usual = exampleRequest(endpoint);
  return {
    ...usual,
    params: { ...usual.params, ...params },
    query: { ...usual.query, ...query },
    ...(body === undefined ? {} : { body }),
    ...(options === undefined ? {} : { options }),
    ...(raw === undefined ? {} : { raw }),
  };
}

/** What the service answers to the example of an error. */
export function errorAnswer(code: ApiErrorCode): object {
  const { error, ...rest } = errorExamples[code].answer;
  return { error, code, ...rest };
}

function curlOf(
  { method, path }: Endpoint,
  url: string,
  { params, query, body, fileName, options = {}, raw }: ExampleRequest,
): string {
  const search = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const address = search.length === 0 ? '' : `?${search.join('&')}`;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? part),
  );
  const { ifMatch, idempotencyKey } = options;
  const { contentType, word } = raw ?? {
    contentType: 'application/json',
    word: body === undefined ? null : quoted(JSON.stringify(body)),
  };
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quotedAddress(`${url}${filled}${address}`)}`,
    '-H "x-api-key: $HOSTMASTER_API_KEY"',
    ...(ifMatch === undefined ? [] : [`-H ${quoted(`if-match: ${ifMatch}`)}`]),
    ...(idempotencyKey === undefined ? [] : [`-H "idempotency-key: ${idempotencyKey}"`]),
    ...(word === null ? [] : [`-H "content-type: ${contentType}"`, `-d ${word}`]),
    ...(fileName === undefined ? [] : [`-o ${fileName}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A shell would run what is before an `&` in the background. */
function quotedAddress(address: string): string {
  return address.includes('&') ? quoted(address) : address;
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
