/** SIGTERM to a real process: running requests and jobs are finished, then it ends with code 0. */

import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { type Exit, runCommand, startServer } from '@hostmaster/test-rig/process';
import { expect, it } from 'vitest';
import { type CrashSite, openCrashSite } from './crash-site.ts';
import { expectLedgerVerified, expectSettledAndSound } from './examine.ts';
import { homes, mixedLoad } from './load.ts';

const stopMsMax = 10_000;

describeOnBothEngines('SIGTERM', (engine) => {
  /** Load, and SIGTERM as soon as the first of it is answered: many requests are in flight. */
  async function stopUnderLoad(site: CrashSite, options: { keepAlive: boolean }): Promise<Exit> {
    const environment = { HOSTMASTER_SANDBOX_DELAY: '20ms', HOSTMASTER_DNS_WORKERS: '2' };
    const server = await startServer(engine, { place: site.place, environment });
    site.customer.useServer(server, options);
    await site.customer.registerAll(homes);
    const asked = mixedLoad(1).map((change) => site.customer.send(change));
    await Promise.race(asked);
    server.kill('SIGTERM');
    const late = setTimeout(() => server.kill('SIGKILL'), stopMsMax);
    const exit = await server.exited;
    clearTimeout(late);
    await Promise.all(asked);
    expect(server.output()).not.toMatch(/"level":(50|60)/);
    return exit;
  }

  it('finishes all running requests and jobs', async () => {
    const site = await openCrashSite(engine);
    expect(await stopUnderLoad(site, { keepAlive: false })).toEqual({ code: 0, signal: null });
    const next = await site.start();
    await expectSettledAndSound(site.place, site.customer.receipts);
    await next.destroy();
    await expectLedgerVerified(site.place);
  });

  it('does not wait for clients that keep their connections open', async () => {
    const site = await openCrashSite(engine);
    expect(await stopUnderLoad(site, { keepAlive: true })).toEqual({ code: 0, signal: null });
  });

  it('works while an operator command writes beside the server', async () => {
    const site = await openCrashSite(engine);
    const server = await startServer(engine, { place: site.place });
    site.customer.useServer(server);
    await site.customer.registerAll(homes);
    const [command, ...receipts] = await Promise.all([
      runCommand(
        site.place,
        'credits',
        'add',
        '--workspace',
        'Crash',
        '--amount',
        '5',
        '--reason',
        'test',
      ),
      ...mixedLoad(1).map((change) => site.customer.send(change)),
    ]);
    expect(command).toMatchObject({ code: 0 });
    expect(new Set(receipts.map((receipt) => receipt.status))).toEqual(new Set([200]));
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    await expectLedgerVerified(site.place);
  });
});
