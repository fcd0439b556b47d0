/** Health checks: /healthz is the liveness probe, /readyz the readiness probe. */
import type { FastifyInstance } from 'fastify';
import type { HostmasterDatabase } from '../storage/schema.ts';

export function registerHealth(
  app: FastifyInstance,
  options: { readonly database: HostmasterDatabase; readonly isReady: () => boolean },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (options.isReady() && (await isAnswering(options.database))) return { status: 'ready' };
    return reply.code(503).send({ status: 'not ready' });
  });
}

async function isAnswering(database: HostmasterDatabase): Promise<boolean> {
  try {
    await database.ping();
    return true;
  } catch {
    return false;
  }
}
