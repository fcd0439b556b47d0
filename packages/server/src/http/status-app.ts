/** The HTTP server of a process without the role `api`: health only. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../base/errors.ts';
import { type HttpMetrics, observeRequests } from '../metrics/metrics.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { errorResponse } from './error-response.ts';
import { registerHealth } from './health.ts';

export function createStatusApp(options: {
  readonly database: HostmasterDatabase;
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  readonly isReady: () => boolean;
}): FastifyInstance {
  const app = Fastify({ logger: false }) as unknown as FastifyInstance;
  app.setNotFoundHandler((_, reply) => {
    const { status, body } = errorResponse(
      new Refusal('route_not_found', 'This process only tells its health.'),
    );
    return reply.code(status).send(body);
  });
  observeRequests(app, options.metrics, options.log);
  registerHealth(app, options);
  return app;
}
