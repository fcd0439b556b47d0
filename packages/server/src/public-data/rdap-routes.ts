/**
 * RDAP below `/rdap`, or on a host of its own (RFC 7480, 9082). It needs no key; the limit of requests
 * per address is that of all public paths. Every error has the form of RDAP.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import { suffixesOf } from '../domains/domain-name.ts';
import { isHostname, toAsciiName } from '../domains/host-labels.ts';
import { knownVersions } from '../http/conditions.ts';
import type { ErrorForm } from '../http/error-response.ts';
import { readPublicDomain } from '../operations/public-data/read-public-domain.ts';
import {
  domainAnswer,
  entityAnswer,
  errorAnswer,
  helpAnswer,
  nameserverAnswer,
} from '../rdap/answers.ts';
import type { PublicationPolicy } from '../rdap/publication-policy.ts';
import { publishedDomain } from '../rdap/published-domain.ts';
import { rdapType } from '../rdap/rdap-objects.ts';
import { registrarHandle } from '../rdap/registrar-entity.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { AnswerCache, type CachedAnswer, type Moment } from './answer-cache.ts';

export interface RdapParts {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly calendarNow: (reader: HostmasterReader) => Promise<number>;
  readonly policy: PublicationPolicy;
  /** The address of `/rdap/` on the host of the API. */
  readonly pathUrl: string;
}

export const rdapPrefix = '/rdap';

/** Any page may ask. */
const headers = {
  'content-type': rdapType,
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
} as const;
/** Answers are kept by clients, and compared before each use. */
const answerHeaders = { ...headers, 'cache-control': 'no-cache' } as const;

const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];
const allowed = 'GET, HEAD, OPTIONS';

/** The host that has only RDAP, where there is one. */
export function rdapHosts({ rdapUrl }: PublicationPolicy, publicUrl: string): Map<string, string> {
  const { host, pathname } = new URL(rdapUrl);
  return host === new URL(publicUrl).host || pathname !== '/'
    ? new Map()
    : new Map([[host, rdapPrefix]]);
}

export const rdapErrorForm: ErrorForm = (url, { status, body }) =>
  /^\/rdap(?:[/?]|$)/.test(url)
    ? { headers, body: Buffer.from(JSON.stringify(errorAnswer(status, body.error))) }
    : null;

export function registerRdap(app: FastifyInstance, parts: RdapParts): void {
  const context: Context = { ...parts, cache: new AnswerCache() };
  app.get(`${rdapPrefix}/*`, (request, reply) => {
    const query = readQuery(request, parts);
    const moment = { version: parts.database.version(), now: parts.clock.now() };
    const known = context.cache.unchanged(query.url, moment);
    if (known !== undefined) return send(request, reply, known);
    return answerTo(context, query, moment).then((answer) => send(request, reply, answer));
  });
  app.options(`${rdapPrefix}/*`, async (_, reply) =>
    reply.code(204).header('access-control-allow-origin', '*').header('allow', allowed).send(),
  );
  app.route({
    method: otherMethods,
    url: `${rdapPrefix}/*`,
    // Before the body is read.
    onRequest: async (_, reply) => {
      reply.header('allow', allowed);
      throw new Refusal('method_not_allowed', `Use ${allowed} here.`);
    },
    handler: async () => undefined,
  });
}

interface RdapQuery {
  /** `domain`, `nameserver`, `entity` or `help`. */
  readonly kind: string;
  /** What was asked for, decoded. */
  readonly object: string;
  /** The address of the request without its query string. */
  readonly url: string;
}

function readQuery(request: FastifyRequest, { policy, pathUrl }: RdapParts): RdapQuery {
  const { '*': path = '' } = request.params as Readonly<Record<string, string>>;
  const { originalUrl } = request;
  const slash = path.indexOf('/');
  const end = originalUrl.search(/[?#]/);
  const asked = originalUrl.slice(
    originalUrl.startsWith('/') ? 1 : 0,
    end === -1 ? originalUrl.length : end,
  );
  const isOnPath = asked.startsWith('rdap/');
  const url = isOnPath ? `${pathUrl}${asked.slice('rdap/'.length)}` : `${policy.rdapUrl}${asked}`;
  return slash === -1
    ? { kind: path, object: '', url }
    : { kind: path.slice(0, slash), object: path.slice(slash + 1), url };
}

interface Context extends RdapParts {
  readonly cache: AnswerCache;
}

function answerTo(context: Context, query: RdapQuery, moment: Moment): Promise<CachedAnswer> {
  switch (query.kind) {
    case 'domain':
      return answerDomain(context, query, moment);
    case 'nameserver':
      return answerNameserver(context, query, moment);
    case 'entity':
      return answerEntity(context, query, moment);
    case 'help':
      return answerHelp(context, query, moment);
    default:
      throw new Refusal('route_not_found', 'There is nothing at this path.');
  }
}

async function answerDomain(
  context: Context,
  { object, url }: RdapQuery,
  moment: Moment,
): Promise<CachedAnswer> {
  const { database, policy } = context;
  const facts = await readPublicDomain(database, hostnameOf(object));
  if (facts === null) throw notFound();
  const make = async () => {
    const at = await context.calendarNow(database);
    const answer = domainAnswer(publishedDomain(facts, policy), policy, { url, at });
    return { answer, readAt: isoTime(at) };
  };
  return context.cache.get(url, facts, { moment, make });
}

/** A host is known where it is a nameserver of the domain that it is in: the registry has it from us. */
async function answerNameserver(
  context: Context,
  { object, url }: RdapQuery,
  moment: Moment,
): Promise<CachedAnswer> {
  const { database, policy } = context;
  const name = hostnameOf(object);
  for (const parent of suffixesOf(name)) {
    const facts = await readPublicDomain(database, parent);
    if (facts?.zone.nameservers.includes(name) !== true) continue;
    const host = { name, addresses: facts.glue[name] ?? [] };
    const make = async () => ({ answer: nameserverAnswer(host, policy, { url, at: 0 }) });
    return context.cache.get(url, host, { moment, make });
  }
  throw notFound();
}

/** Owners have no handle here, so the registrar is the only entity. */
async function answerEntity(
  { policy, cache }: Context,
  { object, url }: RdapQuery,
  moment: Moment,
): Promise<CachedAnswer> {
  if (object === '' || object.includes('\0')) throw malformed('The handle is not valid.');
  if (object.toLowerCase() !== registrarHandle(policy)) throw notFound();
  return cache.get(url, {}, { moment, make: async () => ({ answer: entityAnswer(policy, url) }) });
}

async function answerHelp(
  { policy, cache }: Context,
  { url, object }: RdapQuery,
  moment: Moment,
): Promise<CachedAnswer> {
  if (object !== '') throw new Refusal('route_not_found', 'There is nothing at this path.');
  return cache.get(url, {}, { moment, make: async () => ({ answer: helpAnswer(policy, url) }) });
}

/** One trailing dot is allowed; upper case and U-labels become what is stored. */
function hostnameOf(text: string): string {
  const name = toAsciiName(text.endsWith('.') ? text.slice(0, -1) : text);
  if (name !== null && isHostname(name)) return name;
  throw malformed('The name is not a valid host name.');
}

function malformed(message: string): Refusal {
  return new Refusal('invalid_request', message);
}

/** The same words whatever is the reason: a registration that failed looks like none. */
function notFound(): Refusal {
  return new Refusal('route_not_found', 'The object that you asked for is not in this database.');
}

/** Otherwise Fastify would add a charset to the type of a text. */
const asItIs = (body: string) => body;

function send(request: FastifyRequest, reply: FastifyReply, { body, tag }: CachedAnswer) {
  reply.headers(answerHeaders).header('etag', tag);
  const known = knownVersions(request);
  if (known === 'any' || known?.some((each) => isSameTag(each, tag))) return reply.code(304).send();
  return reply.serializer(asItIs).send(body);
}

/** A compressed answer has the tag with its coding at the end. */
function isSameTag(known: string, tag: string): boolean {
  const [, opaque = ''] = /^(?:W\/)?"([^".]*)/.exec(known) ?? [];
  return tag === `W/"${opaque}"`;
}
