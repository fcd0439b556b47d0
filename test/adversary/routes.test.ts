/** Whatever the service registers over HTTP has an attack: the list comes from the service itself. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { workspacePrefix } from '@hostmaster/contract/paths';
import { describeOnOneEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { StripeStandIn } from '@hostmaster/test-rig/stripe-stand-in';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { attacks } from './attacks.ts';

describeOnOneEngine('the routes of the service', (engine) => {
  it('have an attack each, and no attack is at a route that is gone', async () => {
    const stripe = await StripeStandIn.open();
    engine.afterwards(() => stripe.close());
    const registered = await routesOf(async () => {
      const service = new TestService(engine, {
        settings: {
          ...stripe.settings,
          HOSTMASTER_SECURITY_CONTACT: 'mailto:security@example.net',
        },
      });
      await service.start();
      await service.stop();
    });
    const attacked = attacks.flatMap(({ routes }) => routes);
    const reached = new Map(attacked.map((route) => [route, routeAt(route, registered)]));
    expect(registered.size).toBeGreaterThan(200);
    expect([...registered].filter((route) => ![...reached.values()].includes(route))).toEqual([]);
    expect(attacked.filter((route) => reached.get(route) === null)).toEqual(['GET /unknown']);
  });
});

/** Fastify announces each server that is made; HEAD is registered with every GET. */
async function routesOf(run: () => Promise<void>): Promise<ReadonlySet<string>> {
  const routes = new Set<string>();
  const onServer = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') routes.add(routeOf(each, url));
    });
  };
  subscribe('fastify.initialization', onServer);
  try {
    await run();
  } finally {
    unsubscribe('fastify.initialization', onServer);
  }
  return routes;
}

/** Behind a session the endpoints of the API are the same ones; one attack of them is by session. */
function routeOf(method: string, url: string): string {
  const path = url.replaceAll(/:(\w+)/g, '{$1}');
  return `${method} ${path.replace(`${workspacePrefix}/v1/`, '/v1/')}`;
}

/** The registered route that answers, which is the one with the longest fixed part. */
function routeAt(route: string, registered: ReadonlySet<string>): string | null {
  const own = route.replace(`${workspacePrefix}/v1/`, '/v1/');
  if (registered.has(own)) return own;
  const wide = [...registered]
    .filter((other) => other.endsWith('*') && own.startsWith(other.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return wide[0] ?? null;
}
