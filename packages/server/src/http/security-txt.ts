/** /.well-known/security.txt (RFC 9116): where to report a vulnerability of this installation. */
import { dayMs } from '@hostmaster/contract/durations';
import type { FastifyInstance } from 'fastify';
import type { MachineClock } from '../base/clock.ts';
import { isoTime } from '../base/iso-time.ts';

const validMs = 180 * dayMs;

export function registerSecurityText(
  app: FastifyInstance,
  options: {
    readonly contact: string;
    readonly publicUrl: string;
    readonly clock: MachineClock;
  },
): void {
  const { contact, publicUrl, clock } = options;
  const path = '/.well-known/security.txt';
  app.get(path, async (_, reply) => {
    reply.type('text/plain; charset=utf-8');
    return [
      `Contact: ${contact}`,
      `Expires: ${isoTime(clock.now() + validMs)}`,
      `Canonical: ${publicUrl}${path}`,
      '',
    ].join('\n');
  });
}
