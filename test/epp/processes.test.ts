/**
 * Real server processes over EPP. One is stopped between its lease check and its send until another
 * has taken over; others are killed after the registry has committed and before we have.
 */

import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { openRegistryFront } from '@hostmaster/test-rig/registry-front';
import { expect, it } from 'vitest';
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts';
import type { CustomerChange } from '../crash/customer.ts';
import { expectLedgerVerified, expectSettledAndSound, settled } from '../crash/examine.ts';
import { readMarks } from '../crash/fault.ts';

interface EppSite extends CrashSite {
  readonly environment: Readonly<Record<string, string>>;
}

const registration: CustomerChange & { kind: 'register' } = {
  kind: 'register',
  name: 'held.com',
  years: 2,
};
const renewal: CustomerChange & { kind: 'renew' } = { kind: 'renew', name: 'held.com', years: 3 };

async function openEppSite(engine: TestEngine): Promise<EppSite> {
  const site = await openCrashSite(engine);
  const registry = await openRegistryFront(site.place);
  engine.afterwards(() => registry.close());
  return { ...site, environment: registry.settings as Record<string, string> };
}

async function untilMarked(site: EppSite, server: ServerProcess, mark: string): Promise<void> {
  await until(() => readMarks(site.place).includes(mark), {
    what: () => `"${mark}"; the server said: ${server.output()}`,
    withinMs: 120_000,
  });
}

describeOnBothEngines('a worker over EPP that is stopped past its lease', (engine) => {
  it('and continued: nothing is bought twice, nothing is recorded twice', async () => {
    const site = await openEppSite(engine);
    const { environment } = site;
    await site.start({ environment: { ...environment, HOSTMASTER_ROLES: 'api' } });
    const worker = await site.startBeside({ environment });
    for (const change of [registration, renewal]) {
      const { kind: subject, name } = change;
      await worker.send({ point: 'before-send', subject, name, signal: 'SIGSTOP' });
      await site.customer.send(change);
      await untilMarked(site, worker, `before-send ${subject} ${name}`);
      const successor = await site.startBeside({ environment });
      await settled(site.place);
      const said = worker.output().length;
      worker.kill('SIGCONT');
      await until(() => /"msg":"job (lost|failed)/.test(worker.output().slice(said)), {
        what: () => `the continued worker to notice; it said: ${worker.output()}`,
        withinMs: 120_000,
      });
      await successor.destroy();
    }
    await expectSettledAndSound(site.place, site.customer.receipts);
    expect(site.customer.receipts.map(({ outcome }) => outcome)).toEqual([
      'acknowledged',
      'acknowledged',
    ]);
    await expectLedgerVerified(site.place);
  });
});

describeOnBothEngines('a server over EPP that is killed', (engine) => {
  it('after the registry has committed and before we have: the next one settles it', async () => {
    const site = await openEppSite(engine);
    const { environment } = site;
    let server = await site.start({ environment });
    for (const change of [registration, renewal]) {
      const { kind: subject, name } = change;
      await server.send({ point: 'after-registry', subject, name, signal: 'SIGKILL' });
      await site.customer.send(change);
      expect(await server.exited).toMatchObject({ signal: 'SIGKILL' });
      await untilMarked(site, server, `after-registry ${subject} ${name}`);
      server = await site.start({ environment });
      await expectSettledAndSound(site.place, site.customer.receipts);
    }
    await expectLedgerVerified(site.place);
  });
});
