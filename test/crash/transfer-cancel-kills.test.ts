/** The service is killed while it cancels a transfer from another registrar. */
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { balanceOf } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { apiKey, openCrashSite } from './crash-site.ts';
import { expectLedgerVerified, settled } from './examine.ts';
import { readMarks } from './fault.ts';

const withinMs = 60_000;

describeOnBothEngines('SIGKILL while a transfer is cancelled', (engine) => {
  it('returns the credits once', { timeout: 300_000 }, async () => {
    const site = await openCrashSite(engine);
    let server = await site.start();
    const client = () => new ApiClient({ url: server.url, apiKey });
    const balance = await balanceOf(client());

    for (const point of ['before-send', 'after-registry'] as const) {
      const order = { domain: `sandbox-rival-${point}.com`, authCode: 'Rival-Code-1' };
      const { transfer } = await client().call('createTransfer', {
        ...order,
        contact: requiredContact,
      });
      const { id: transferId } = transfer;
      const statusOf = async () =>
        (await client().call('getTransfer', { transferId })).transfer.status;
      await until(async () => (await statusOf()) === 'waiting_for_losing_registrar', {
        what: () => 'the registry has the request',
        withinMs,
      });
      await settled(site.place);
      expect(await server.send({ point, subject: 'cancel-transfer', signal: 'SIGKILL' })).toBe(
        'armed',
      );
      // The process may be gone before it answers.
      await client()
        .call('cancelTransfer', { transferId })
        .catch(() => null);
      await server.exited;
      server = await site.start();
      await until(async () => (await statusOf()) === 'cancelled', {
        what: () => 'the transfer is cancelled',
        withinMs,
      });
      expect(readMarks(site.place).at(-1)).toMatch(new RegExp(`^${point} cancel-transfer`));
      expect(await balanceOf(client())).toBe(balance);
    }
    await settled(site.place);
    await expectLedgerVerified(site.place);
    await server.destroy();
  });
});
