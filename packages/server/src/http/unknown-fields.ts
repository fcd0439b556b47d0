/**
 * Fields and query parameters that the contract does not know: refused by the additions, and named in
 * a header by the specification's endpoints, which ignore them (docs/adr/0025).
 */
import type { Endpoint } from '@hostmaster/contract';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';

const namesMax = 10;
/** Longer names are cut, in the header and in refusals. */
const nameLengthMax = 64;

const noFields = { type: 'object', properties: {} };

/** The schemas of query and body, without room for other names. GET and DELETE ignore their bodies. */
export function closedSchemas({
  method,
  query,
  body,
}: Pick<Endpoint, 'method' | 'body'> & { readonly query?: object }): FastifySchema {
  const ignoresBody = method === 'GET' || method === 'DELETE';
  return {
    querystring: closed(query ?? noFields),
    ...(ignoresBody ? {} : { body: closed(body ?? noFields) }),
  };
}

/** The specification has no query parameters. */
export function openSchemas({ body }: Pick<Endpoint, 'body'>): FastifySchema {
  return body === undefined ? {} : { body };
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([keyword, part]) => [keyword, closed(part)]),
  );
  // A field named "properties" would be an object with a type.
  const isObject = 'properties' in parts && parts.type === 'object';
  return isObject ? { ...parts, additionalProperties: false } : parts;
}

/** Sets `x-ignored-fields`, on successes and refusals alike. */
export function nameIgnoredFields(
  { body: schema }: Pick<Endpoint, 'body'>,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  reply: FastifyReply,
): void {
  const names: string[] = [];
  addUnknownNames(names, query, noFields);
  addUnknownNames(names, body, schema ?? noFields);
  if (names.length > 0) reply.header('x-ignored-fields', names.join(', '));
}

/** Up to the number that is named. */
function addUnknownNames(names: string[], value: unknown, schema: object, path = ''): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, object>> };
  for (const name of Object.keys(value)) {
    if (names.length === namesMax) return;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known === undefined) names.push(`${path}${escaped(name)}`);
    else if ('properties' in known) {
      addUnknownNames(names, (value as Record<string, unknown>)[name], known, `${path}${name}.`);
    }
  }
}

/** Percent escapes: printable ASCII without the comma that separates the names. */
function escaped(name: string): string {
  return encodeURIComponent(shownName(name).toWellFormed());
}

/** As refusals show it: never empty, and of bounded length. */
export function shownName(name: string): string {
  if (name === '') return '""';
  return name.length > nameLengthMax ? `${name.slice(0, nameLengthMax)}…` : name;
}
