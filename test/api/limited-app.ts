/** The app with a limit of requests, built as in production, with a clock that only the test moves. */
import { ApiClient } from '@hostmaster/test-rig/api-client';
import type { TestEngine } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { configFor } from '@hostmaster/test-rig/service-config';
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

export async function openLimitedApp(
  engine: TestEngine,
  rateLimit: { readonly perSecond: number; readonly burst: number },
) {
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
    url,
    apiKey: keys[0],
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
