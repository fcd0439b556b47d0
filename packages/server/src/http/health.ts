/** Health checks: /healthz is the liveness probe, /readyz the readiness probe. */
import type { FastifyInstance } from 'fastify';
import type { HostmasterDatabase } from '../storage/schema.ts';

export function registerHealth(
  app: FastifyInstance,
  options: { readonly database: HostmasterDatabase; readonly isReady: () => boolean },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const problem = options.isReady() ? await databaseProblem(options.database) : 'shutting down';
    if (problem === null) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready', reason: problem });
  });
}

async function databaseProblem(database: HostmasterDatabase): Promise<string | null> {
  try {
    await database.ping();
    return null;
  } catch {
    return 'the database does not answer';
  }
}
