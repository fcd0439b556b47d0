/**
 * `POST /dashboard/command-line`: a command line asks whether a person has approved it. It has neither a
 * session nor a key, so the answer is the same for every secret that no approval is stored for.
 * `DELETE` signs it out: a key revokes itself, whatever its scope.
 */
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import type { EndpointContext } from '../../http/endpoint.ts';
import { fetchKey, findApproval } from '../../operations/keys/command-line-login.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { generateApiKey } from '../../workspaces/api-key.ts';
import { revokeKey } from '../../workspaces/keys.ts';
import { requireWorkspace } from '../../workspaces/workspaces.ts';
import type { DashboardServices } from '../dashboard-handler.ts';

const path = '/dashboard/command-line';
const bodyBytesMax = 1_024;
/** 32 random bytes in base64url. */
const secretForm = /^[\w-]{43}$/;

const pending = { pending: true } as const;

export function registerCommandLineLogin(
  app: FastifyInstance,
  services: DashboardServices & { calendarNow(reader: HostmasterReader): Promise<number> },
): void {
  const { database, clock, throttle, operations, mode } = services;
  app.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    throttle.askForLogin(request.ip);
    const { secret } = (request.body ?? {}) as { readonly secret?: unknown };
    if (typeof secret !== 'string' || !secretForm.test(secret)) {
      throw invalidRequest({ path: 'secret', message: 'must be 32 bytes in base64url' });
    }
    const machineNow = clock.now();
    const login = await findApproval(database, { secret, machineNow });
    if (login === undefined) return pending;
    const { limits } = operations.rules;
    const now = await services.calendarNow(database);
    const call = { now, machineNow, links: services, limits };
    const apiKey = generateApiKey(mode);
    const key = await persist(database, fetchKey(call, { login, apiKey, secret }));
    if (key === null) return pending;
    const { name } = await requireWorkspace(database, key.workspaceId);
    return {
      pending: false,
      apiKey,
      keyId: key.id,
      workspace: { id: key.workspaceId, name },
      expiresAt: isoTime(key.expiresAt),
    };
  });
}

export function registerCommandLineLogout(
  app: FastifyInstance,
  { admit, database, clock }: EndpointContext,
): void {
  app.delete(path, {
    bodyLimit: bodyBytesMax,
    // Before the body is read.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.identity = await admit(request, reply, { act: 'domains.read', method: 'DELETE' });
    },
    handler: async ({ identity }) => {
      if (identity === null) throw new Error('A handler ran for an unidentified request.');
      const { actor, calendarOffsetMs } = identity;
      const at = clock.now() + calendarOffsetMs;
      await persist(database, revokeKey({ id: actor.id, at, revoker: actor }));
      return { success: true };
    },
  });
}
