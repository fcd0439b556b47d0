/** Status is computed where it is shown: right after the clock has moved it is right everywhere. */
import { dayMs } from '@hostmaster/contract/durations';
import { expect, it } from 'vitest';
import { describeLifecycle, type Owner } from './stage.ts';

async function shown(owner: Owner, name: string): Promise<string[]> {
  const { domains } = await owner.client.call('listDomains', {});
  const listed = domains.find((domain) => domain.name === name)?.status;
  return [(await owner.domain(name)).status, listed ?? 'unlisted'];
}

describeLifecycle(
  'status',
  (stage) => {
    it('follows the clock, in the list and alone, without a sweep in between', async () => {
      const owner = await stage.owner();
      const name = await owner.register({ years: 3 });
      const {
        registration: { expiresAt },
      } = await owner.row(name);
      const moveTo = async (at: number) => stage.service.advanceCalendar(at - (await stage.now()));
      expect(await shown(owner, name)).toEqual(['active', 'active']);
      await moveTo(expiresAt - 60 * dayMs - 60_000);
      expect(await shown(owner, name)).toEqual(['active', 'active']);
      await moveTo(expiresAt - 60 * dayMs);
      expect(await shown(owner, name)).toEqual(['expiring_soon', 'expiring_soon']);
      await moveTo(expiresAt - 60_000);
      expect(await shown(owner, name)).toEqual(['expiring_soon', 'expiring_soon']);
      await moveTo(expiresAt);
      expect(await shown(owner, name)).toEqual(['expired', 'expired']);
      const { domain } = await owner.client.call('renewDomain', { domain: name });
      expect(domain.status).toBe('active');
      expect(await shown(owner, name)).toEqual(['active', 'active']);
    });

    it('is in the reply of a renewal what it is afterwards', async () => {
      const owner = await stage.owner();
      const name = await owner.register();
      const refused = stage.service.freshName('sandbox-norenew');
      await owner.register({ name: refused });
      const { domain } = await owner.client.call('renewDomain', { domain: refused });
      expect(domain.status).toBe('active');
      await stage.service.untilNoJobs(refused);
      expect(await shown(owner, refused)).toEqual(['failed', 'failed']);
      expect(await shown(owner, name)).toEqual(['active', 'active']);
      const {
        registration: { expiresAt },
      } = await owner.row(refused);
      await stage.advanceTo(expiresAt);
      expect(await shown(owner, refused)).toEqual(['expired', 'expired']);
    });
  },
  { HOSTMASTER_EXPIRING_SOON: '60d' },
);
