/** Production only: the app is built as in production, with a clock of the test's own. */

import { hourMs } from '@hostmaster/contract/durations';
import { ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { describeService } from '@hostmaster/test-rig/service';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect, it } from 'vitest';
import { createLog } from '../../packages/server/src/base/log.ts';
import {
  openStores,
  operationsOf,
  type Stores,
} from '../../packages/server/src/composition/open-stores.ts';
import { createApp } from '../../packages/server/src/http/app.ts';
import { createMetrics } from '../../packages/server/src/metrics/metrics.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { generateApiKey } from '../../packages/server/src/workspaces/api-key.ts';
import { createKey } from '../../packages/server/src/workspaces/keys.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';

describeOnBothEngines('the rate limit', (engine) => {
  it('lets a burst through, then a steady rate, per key', async () => {
    const { client, other, clock } = await limited(engine, { perSecond: 10, burst: 5 });
    const ask = () => client.send('GET', '/v1/account');
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.headers.ratelimit).toMatch(new RegExp(`^"default";r=${left};t=[01]$`));
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=5;w=1');
      expect(answer.headers['retry-after']).toBeUndefined();
    }
    const refused = await ask();
    expectRefusal(refused, { status: 429, code: 'rate_limited' });
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers.ratelimit).toBe('"default";r=0;t=1');

    // Another key has a bucket of its own, also in the same workspace.
    expect((await other.send('GET', '/v1/account')).status).toBe(200);

    clock.advance(99);
    expect((await ask()).status).toBe(429);
    clock.advance(1);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    clock.advance(hourMs);
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('never turns a wrong key into another status, and counts no request without a key', async () => {
    const { client } = await limited(engine, { perSecond: 1, burst: 2 });
    const wrong = client.withKey(generateApiKey('production'));
    for (let count = 0; count < 20; count += 1) {
      const answer = await wrong.send('GET', '/v1/account');
      expectRefusal(answer, { status: 401, code: 'unauthorized' });
      expect(answer.headers.ratelimit).toBeUndefined();
    }
    expect((await client.send('GET', '/v1/account')).status).toBe(200);
  });

  it('holds for every endpoint, before any other check', async () => {
    const { client } = await limited(engine, { perSecond: 1, burst: 1 });
    expect((await client.send('POST', '/v1/domains/check', { json: {} })).status).toBe(400);
    for (const [method, path] of [
      ['POST', '/v1/domains/check'],
      ['POST', '/v1/domains'],
      ['GET', '/v1/domains/missing.com'],
      ['DELETE', '/v1/domains/missing.com/dns/rec_1'],
    ] as const) {
      expectRefusal(await client.send(method, path, { raw: 'x' }), {
        status: 429,
        code: 'rate_limited',
      });
    }
  });
});

describeService('the sandbox', (service) => {
  it('has no rate limit', async () => {
    const { client } = await service.workspace();
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => client.send('GET', '/v1/account')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.ratelimit).toBeUndefined();
  });
});

async function limited(engine: TestEngine, rateLimit: { perSecond: number; burst: number }) {
  const config = configFor(await engine.place());
  const stores = await openStores(config);
  engine.afterwards(() => stores.close());
  let now = Date.now();
  const keys = [generateApiKey('production'), generateApiKey('production')] as const;
  await addKeys(stores, keys);
  const app = await createApp({
    database: stores.database,
    services: operationsOf(config, stores),
    clock: { now: () => now },
    random: stores.random,
    log: createLog('silent'),
    metrics: createMetrics(),
    keyRate: rateLimit,
    addressRate: null,
    requestTimeoutMs: 30_000,
    trustedProxies: [],
    publicUrl: 'http://127.0.0.1',
    securityContact: null,
    onKeyUse: () => {},
    isReady: () => true,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new ApiClient({ url, apiKey: keys[0] });
  engine.afterwards(async () => {
    client.close();
    await app.close();
  });
  return {
    client,
    other: client.withKey(keys[1]),
    clock: {
      advance: (ms: number) => {
        now += ms;
      },
    },
  };
}

async function addKeys({ database }: Stores, keys: readonly string[]): Promise<void> {
  const at = Date.now();
  const workspace = newWorkspace({ name: 'Limited', email: null, creditCents: 0, at });
  const { id } = await persistDecided(database, workspace);
  for (const key of keys) {
    const input = { key, name: 'Key' };
    await persistDecided(database, createKey({ actor: operatorActor(id), at, input }));
  }
}
