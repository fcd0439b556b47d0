/**
 * A process is stopped right between its lease check and its send, another takes over, and then the
 * first is continued: nothing is bought, debited or added twice.
 */

import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { expect, it } from 'vitest';
import { type CrashSite, openCrashSite } from './crash-site.ts';
import type { CustomerChange } from './customer.ts';
import { expectLedgerVerified, expectSettledAndSound, settled } from './examine.ts';
import { readMarks } from './fault.ts';

describeOnBothEngines('SIGSTOP past the lease', (engine) => {
  async function stopAndContinue(
    site: CrashSite,
    options: { change: CustomerChange & { kind: 'register' | 'renew' }; worker: ServerProcess },
  ): Promise<void> {
    const { change, worker } = options;
    const { kind: subject, name } = change;
    const before = readMarks(site.place).length;
    await worker.send({ point: 'before-send', subject, name, signal: 'SIGSTOP' });
    await site.customer.send(change);
    await until(() => readMarks(site.place).length > before, {
      what: () => `the worker to stop before it sends; it said: ${worker.output()}`,
      withinMs: 60_000,
    });
    expect(readMarks(site.place).at(-1)).toBe(`before-send ${subject} ${name}`);
    // From here on only a process that took over can settle the job.
    const successor = await site.startBeside();
    await settled(site.place);
    const said = worker.output().length;
    worker.kill('SIGCONT');
    // It sends, ignores the answer, and finds that another worker has the job.
    await until(() => /"msg":"job (lost|failed)/.test(worker.output().slice(said)), {
      what: () => `the continued worker to notice; it said: ${worker.output()}`,
      withinMs: 60_000,
    });
    await successor.destroy();
  }

  it('changes nothing twice', async () => {
    const site = await openCrashSite(engine);
    // The API process has no workers; it only takes requests while the worker is stopped.
    const api = await site.start({ environment: { HOSTMASTER_ROLES: 'api' } });
    const worker = await site.startBeside({ environment: { HOSTMASTER_ROLES: 'api,jobs' } });
    await stopAndContinue(site, {
      change: { kind: 'register', name: 'stopped.com', years: 2 },
      worker,
    });
    await stopAndContinue(site, {
      change: { kind: 'renew', name: 'stopped.com', years: 3 },
      worker,
    });
    await expectSettledAndSound(site.place, site.customer.receipts);
    expect(site.customer.receipts.map((receipt) => receipt.outcome)).toEqual([
      'acknowledged',
      'acknowledged',
    ]);
    await worker.destroy();
    await api.destroy();
    await expectLedgerVerified(site.place);
  });
});
