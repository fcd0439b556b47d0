/** As docs/operations.md says: the sandbox registry on a port, and the whole service over EPP beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { startServer } from '@hostmaster/test-rig/process';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const commandLine = fileURLToPath(
  new URL('../../packages/server/bin/hostmaster.js', import.meta.url),
);
const firstKey = 'first-key-of-one-machine';

describeOnBothEngines('everything on one machine over EPP', (engine) => {
  async function startFront(place: TestPlace): Promise<string> {
    const file = join(place.dataDir, 'epp.json');
    const args = ['sandbox', 'epp', '--listen', '127.0.0.1:0', '--write-config', file];
    const policy = ['--redemption', '30d', '--auto-renew-grace', '45d'];
    const fault = '{"kind":"drop-after-commit","type":"domain:create"}';
    const child = spawn(process.execPath, [commandLine, ...args, ...policy, '--fault', fault], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...(await programEnvironment()),
        HOSTMASTER_DATA_DIR: place.dataDir,
        HOSTMASTER_SANDBOX_DELAY: '100ms',
        ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      },
    });
    const exited = once(child, 'close');
    engine.afterwards(async () => {
      child.kill('SIGTERM');
      await exited;
    });
    let said = '';
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
    });
    await until(() => said.includes('npm start') || hasEnded(child), {
      what: () => `the front to be ready; it said: ${said}`,
      withinMs: 30_000,
    });
    expect(said).toContain(`HOSTMASTER_EPP_CONFIG=${file}`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      registries: [
        { tlds: ['*'], redemptionDays: 30, expiry: { policy: 'renews', graceDays: 45 } },
      ],
    });
    return file;
  }

  it('registers a name, although the first reply is lost', async () => {
    const place = await engine.place();
    const file = await startFront(place);
    const server = await startServer(engine, {
      place,
      environment: {
        HOSTMASTER_MODE: 'sandbox',
        HOSTMASTER_REGISTRAR: 'epp',
        HOSTMASTER_EPP_CONFIG: file,
        HOSTMASTER_FIRST_API_KEY: firstKey,
      },
    });
    const client = new ApiClient({ url: server.url, apiKey: firstKey });
    const domain = 'one-machine.com';
    await client.call('registerDomain', { domain, contact });
    await until(async () => !(await client.call('listRecords', { domain })).pendingFulfillment, {
      what: () => server.output(),
      withinMs: 30_000,
    });
    const { results } = await client.call('checkDomains', { domain });
    expect(results).toEqual([{ domain, available: false, isPremium: false }]);
    client.close();
  });
});
