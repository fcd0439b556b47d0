/** The HTTP edge: builds a Fastify server whose API routes come from the contract's table. */
import { type EndpointName, endpoints, limits } from '@hostmaster/contract';
import { dashboardPaths } from '@hostmaster/contract/paths';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { networkOf } from '../base/addresses/network-of.ts';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import type { RandomSource } from '../base/random.ts';
import { type HttpMetrics, observeRequests } from '../metrics/metrics.ts';
import type { OperationServices } from '../operations/operation.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type Authenticator, admitByKey, createAuthenticator } from './authentication.ts';
import { refuseBadHttp, refuseExpectation } from './bad-http.ts';
import { compressAnswers } from './compression.ts';
import { bindEndpoint, type EndpointContext } from './endpoint.ts';
import { type ErrorForm, type ErrorResponse, errorResponse } from './error-response.ts';
import { registerHealth } from './health.ts';
import { acceptJsonBodies } from './json-body.ts';
import { boundLargeAnswers } from './large-answers.ts';
import { boundLargeBodies } from './large-bodies.ts';
import { registerLlmsText } from './llms-text.ts';
import { registerMcpRoute } from './mcp-route.ts';
import { refuseUnknownRoutes } from './not-found.ts';
import { limitRate, type RateLimit, RateLimiter } from './rate-limit.ts';
import { registerReference } from './reference.ts';
import { takeTurns } from './request-turns.ts';
import { routes } from './routes.ts';
import { registerSecurityText } from './security-txt.ts';
import { createSerializerCompiler } from './serialization.ts';
import { createValidatorCompiler } from './validation.ts';

export interface AppOptions {
  readonly database: HostmasterDatabase;
  readonly services: OperationServices;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  /** Null is no limit. */
  readonly keyRate: RateLimit | null;
  readonly addressRate: RateLimit | null;
  /** For a whole request, from its first byte to its last. */
  readonly requestTimeoutMs: number;
  /** Addresses and networks of reverse proxies, or how many there are. */
  readonly trustedProxies: number | readonly string[];
  readonly publicUrl: string;
  readonly securityContact: string | null;
  readonly onKeyUse: (keyId: string, at: number) => void;
  /** False from the moment a shutdown begins. */
  readonly isReady: () => boolean;
  /** Hosts of their own for a part of the paths: the prefix of that part by host. */
  readonly prefixOfHost?: ReadonlyMap<string, string>;
  /** Null where errors have their usual form. */
  readonly errorForm?: ErrorForm;
  /** Binds further paths for the same keys, with the same limits. */
  readonly extend?: (app: FastifyInstance, context: EndpointContext) => Promise<void>;
}

/** Node's own limit of a request line is lower, so every path reaches its route and is checked there. */
const paramLengthMax = 16_384;

/** An IPv6 client usually has a whole /64. */
const addressBits = { v4: 32, v6: 64 };

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, log, prefixOfHost: prefixes, errorForm: form } = options;
  const authenticator = createAuthenticator({
    database,
    clock: options.clock,
    onUse: options.onKeyUse,
  });
  const app = Fastify({
    // Requests are logged by metrics.ts; a logger per request would cost more than some answers.
    logger: false,
    trustProxy: proxyOption(options.trustedProxies),
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: options.requestTimeoutMs,
    // Node swaps the two limits if the one for headers is longer.
    http: {
      headersTimeout: options.requestTimeoutMs,
      requestTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: options.requestTimeoutMs / 10,
    },
    genReqId: createRequestIds(options.random),
    routerOptions: { maxParamLength: paramLengthMax },
    rewriteUrl: ({ url = '', headers }) => `${prefixes?.get(headers.host ?? '') ?? ''}${url}`,
    frameworkErrors: (error, request, reply) =>
      refuseBadPath(authenticator, { error, request, reply: reply as FastifyReply, form }),
    clientErrorHandler: (error, socket) => refuseBadHttp(error, socket, { prefixes, form }),
  }) as unknown as FastifyInstance;

  app.setValidatorCompiler(createValidatorCompiler());
  app.setSerializerCompiler(createSerializerCompiler());
  app.server.on('checkExpectation', refuseExpectation);
  app.decorateRequest('identity', null);
  app.addHook('onClose', async () => authenticator.close());
  let validHost: string | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    database.beginTurn();
    reply.header('x-request-id', request.id);
    const { host } = request.headers;
    // Libraries make addresses of it.
    if (host !== validHost && host !== undefined && !URL.canParse(`http://${host}`)) {
      done(new Refusal('bad_http', 'The Host header is not valid.'));
      return;
    }
    validHost = host;
    done();
  });
  takeTurns(app, dashboardPaths.signIn.path);
  // Otherwise a keep-alive connection would delay the shutdown.
  app.addHook('onResponse', (request, _, done) => {
    if (!options.isReady()) request.raw.socket.end();
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const response = errorResponse(error);
    if (response.status >= 500) log.error({ err: error, reqId: request.id }, 'request failed');
    return sendError(request, reply, response, form);
  });
  if (options.addressRate !== null) limitAddresses(app, options.addressRate, options.clock);
  refuseUnknownRoutes(app, authenticator);
  boundLargeBodies(app, options.services.rules.limits);
  acceptJsonBodies(app);
  observeRequests(app, options.metrics, log);
  compressAnswers(app);
  boundLargeAnswers(app, options.services.rules.limits);
  registerHealth(app, { database, isReady: options.isReady });
  registerReference(app, { publicUrl: options.publicUrl });
  registerLlmsText(app, options.publicUrl);
  if (options.securityContact !== null) {
    registerSecurityText(app, { ...options, contact: options.securityContact });
  }

  const keys = options.keyRate === null ? null : new RateLimiter(options.keyRate, options.clock);
  const context = { ...options, admit: admitByKey(authenticator, keys), prefix: '' };
  bindApi(app, context);
  registerMcpRoute(app, context);
  await options.extend?.(app, context);
  return app;
}

/** For everything that needs no key. Under `/v1` and `/api` a wrong key is always answered with 401. */
function limitAddresses(app: FastifyInstance, rate: RateLimit, clock: MachineClock): void {
  const limiter = new RateLimiter(rate, clock);
  app.addHook('onRequest', (request, reply, done) => {
    if (!/^\/(?:v1|api|healthz|readyz)(?:[/?]|$)/.test(request.url)) {
      limitRate(limiter, networkOf(request.ip, addressBits), reply);
    }
    done();
  });
}

/** Counted from the service, the first `proxies` hops are believed. */
function proxyOption(proxies: AppOptions['trustedProxies']) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies;
  return proxies.length === 0 ? false : [...proxies];
}

/** Binds the endpoints of the API, each at its path after the prefix. */
export function bindApi(app: FastifyInstance, context: EndpointContext): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    bindEndpoint(app, name, routes[name], context);
  }
}

/** Paths with broken escapes never reach a route; 401 still goes before 400. */
async function refuseBadPath(
  authenticator: Authenticator,
  context: {
    readonly error: Error;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly form: ErrorForm | undefined;
  },
): Promise<void> {
  const { error, request, reply } = context;
  let refusal: unknown = error;
  try {
    if (/^\/(?:v1|api)(?:[/?#]|$)/.test(request.url)) await authenticator.identify(request);
  } catch (reason) {
    refusal = reason;
  }
  reply.header('x-request-id', request.id);
  sendError(request, reply, errorResponse(refusal), context.form);
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ErrorResponse,
  form: ErrorForm | undefined,
): FastifyReply {
  reply.code(response.status).headers(response.headers).removeHeader('content-disposition');
  const formed = form?.(request.url, response) ?? null;
  if (formed === null) return reply.send(response.body);
  return reply.headers(formed.headers).send(formed.body);
}

/** Unique across processes and restarts, cheap to make. */
function createRequestIds(random: RandomSource): () => string {
  const prefix = random
    .below(36 ** 8)
    .toString(36)
    .padStart(8, '0');
  let count = 0;
  return () => {
    count += 1;
    return `req-${prefix}-${count.toString(36)}`;
  };
}
