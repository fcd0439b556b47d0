/** The `x-api-key` header, looked up on every request: a revoked key stops working with the next one. */
import type { FastifyRequest } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type AuthenticatedKey, authenticate } from '../workspaces/keys.ts';

export interface Authenticator {
  /** Throws one and the same refusal for every header that opens nothing. */
  identify(request: FastifyRequest): Promise<AuthenticatedKey>;
}

export function createAuthenticator(options: {
  readonly reader: HostmasterReader;
  readonly clock: MachineClock;
  readonly onUse: (keyId: string, at: number) => void;
}): Authenticator {
  return {
    async identify(request) {
      const header = request.headers['x-api-key'];
      const now = options.clock.now();
      const identity = await authenticate(options.reader, {
        key: typeof header === 'string' ? header : '',
        now,
      });
      if (identity === null) {
        throw new Refusal('unauthorized', 'Send a valid API key in the x-api-key header.');
      }
      options.onUse(identity.actor.id, now);
      return identity;
    },
  };
}
