/** Workspaces with known keys, domains with zones, and a service at rest. */

import { centsPerCredit } from '../packages/server/src/base/money.ts';
import { persist } from '../packages/server/src/changes/persist.ts';
import { openStores } from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { openWorkspace } from '../packages/server/src/operations/workspaces/open-workspace.ts';
import { contact } from './contact.ts';

export type EngineName = 'sqlite' | 'postgres';

export const apiKey = 'bench-key-of-sixteen-or-more';
export const keyOf = (workspace: number) => (workspace === 0 ? apiKey : `${apiKey}-${workspace}`);
/** Has ten records, and no line writes to it. */
export const readDomain = 'bench-read.com';
export const spread = Array.from({ length: 1_000 }, (_, i) => `bench-spread-${i}.com`);

/** Workspaces that can afford everything. */
export async function createWorkspaces(
  environment: Record<string, string>,
  count: number,
): Promise<void> {
  const stores = await openStores(readConfig(environment));
  const at = Date.now();
  const creditCents = 1e9 * centsPerCredit;
  for (let workspace = 0; workspace < count; workspace += 1) {
    const key = keyOf(workspace);
    await persist(
      stores.database,
      openWorkspace({ name: `Bench ${workspace}`, email: null, creditCents, at, key }),
    );
  }
  await stores.close();
}

/** Registered by the first workspace, with zones that are served; and the domain that is read. */
export async function registerDomains(
  { port, metricsUrl }: { readonly port: number; readonly metricsUrl: string },
  domains: readonly string[],
): Promise<void> {
  await Promise.all(
    [readDomain, ...domains].map((domain) => post(port, '/v1/domains', { domain, contact })),
  );
  for (let host = 1; host <= 10; host += 1) {
    const record = { type: 'A', name: `host-${host}`, value: `192.0.2.${host}` };
    await post(port, `/v1/domains/${readDomain}/dns`, record);
  }
  await untilNothingWaits(metricsUrl);
}

export async function post(port: number, path: string, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(await response.text());
}

/** The registry has confirmed every name, and no mail is left to write. */
export async function untilNothingWaits(metricsUrl: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(metricsUrl)).text();
    const waiting = [...metrics.matchAll(/^hostmaster_jobs_waiting\{.*\} (\d+)$/gm)];
    if (waiting.every(([, count]) => count === '0')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export async function get(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-api-key': apiKey },
  });
  return response.text();
}
