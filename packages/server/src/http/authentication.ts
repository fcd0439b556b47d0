/**
 * The `x-api-key` header, looked up on every request: a revoked key stops working with the next one.
 * Requests with the same key that arrive in one turn of the event loop share one lookup.
 */
import type { FastifyRequest } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type AuthenticatedKey, authenticate } from '../workspaces/keys.ts';
import { requireAct } from '../workspaces/permission.ts';
import { workspaceSuspended } from '../workspaces/suspension.ts';
import type { Admission } from './endpoint.ts';
import { limitRate, type RateLimiter } from './rate-limit.ts';

export interface Authenticator {
  /**
   * Throws the same refusal for a missing, wrong, revoked and expired key, and another one for a valid
   * key of a suspended workspace.
   */
  identify(request: FastifyRequest): Promise<AuthenticatedKey>;
  close(): void;
}

export function createAuthenticator(options: {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly onUse: (keyId: string, at: number) => void;
}): Authenticator {
  let lookups = new Map<string, Promise<AuthenticatedKey | null>>();
  const forget = () => {
    lookups = new Map();
  };
  const lookUp = (key: string, now: number) => {
    if (lookups.size === 0) setImmediate(forget);
    const lookup = authenticate(options.database, { key, now });
    lookups.set(key, lookup);
    return lookup;
  };
  const close = options.database.events.subscribe('key-revoked', forget);
  return {
    close,
    async identify(request) {
      const header = request.headers['x-api-key'];
      const key = typeof header === 'string' ? header : '';
      const now = options.clock.now();
      const identity = await (lookups.get(key) ?? lookUp(key, now));
      if (identity === null) {
        throw new Refusal('unauthorized', 'Send a valid API key in the x-api-key header.');
      }
      if (identity.isSuspended) throw workspaceSuspended();
      options.onUse(identity.actor.id, now);
      return { ...identity, actor: { ...identity.actor, origin: { address: request.ip } } };
    },
  };
}

/** Authenticates by key, then applies its rate limit, its scope and the role of its creator. */
export function admitByKey(authenticator: Authenticator, limiter: RateLimiter | null): Admission {
  return async (request, reply, { act }) => {
    const identity = await authenticator.identify(request);
    if (limiter !== null) limitRate(limiter, identity.actor.id, reply);
    requireAct(identity.actor, act);
    return identity;
  };
}
