/** Who a request counts for: its workspace; without one, its address. */
import type { FastifyRequest } from 'fastify';

export function requestOwner(request: FastifyRequest): string {
  const { workspaceId } = request.params as Readonly<Record<string, string | undefined>>;
  return request.identity?.actor.workspaceId ?? workspaceId ?? request.ip;
}
