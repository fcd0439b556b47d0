/** What a registry shows contradicts what it has answered, for a while or for good: nothing is lost by it. */
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { balanceOf, contact, describeService, until } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { readJobs, runNow } from '../../packages/server/src/jobs/job-control.ts';
import { RegistryUnavailable } from '../../packages/server/src/registrars/registrar.ts';
import {
  findHeldDomain,
  findLatestByName,
} from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';

const restoreCredits = 80;
const yearCredits = 14;
const prohibited = { kind: 'refused', reason: 'Object status prohibits operation' } as const;

describeService('a registry that contradicts itself', (service) => {
  const jobOf = async (name: string) => {
    const jobs = await readJobs(service.database, { now: Date.now(), limit: 100 });
    return jobs.find(({ domainName }) => domainName === name);
  };

  it('takes a deletion back that it has shown: a paid domain is not deleted by us', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
    await service.untilNoJobs(domain);
    const deletes = service.registry.watch('delete', domain);
    const real = await service.registrar.info(domain);
    const deletion = { phase: 'redemption', restorableUntil: null };
    let asked = 0;
    service.registry.answer('info', domain, (nth) => {
      asked = nth;
      if (nth === 1) return { ...real, pending: 'delete', deletion };
      if (nth === 2) throw new RegistryUnavailable(new Error('It is away.'));
      return undefined;
    });
    await client.call('updateDomain', { domain, autoRenew: true, privacyEnabled: true });
    await until('it is looked at again', () => asked > 2);
    await service.untilNoJobs(domain);
    const row = await service.database.first(findLatestByName, { name: domain });
    expect(row?.state).toBe('live');
    expect(deletes.commands).toEqual([]);
  });

  it('says that a name exists and shows none, after a lost reply: no refund of our own name', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    service.registry.loseReplies('create', domain, 1);
    const creates = service.registry.watch('create', domain);
    const lag = service.registry.answer('info', domain, () => null);
    await client.call('registerDomain', { domain, contact });
    await until('it is sent again and refused', async () => {
      const error = (await jobOf(domain))?.lastError ?? '';
      return creates.commands.length > 1 && error.includes('shows no object');
    });
    lag.restore();
    await service.untilLive(client, domain);
  });

  it('shows no expiry date: a refused renewal is refunded', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await service.untilNoJobs(domain);
    const balance = await balanceOf(client);
    const real = await service.registrar.info(domain);
    service.registry.answer('info', domain, () => ({ ...real, expiresAt: null }));
    service.registry.answer('renew', domain, () => prohibited);
    await client.call('renewDomain', { domain });
    await service.untilNoJobs(domain);
    expect(await balanceOf(client)).toBe(balance);
  });

  it('shows a date that fits no renewal: a person takes it as it is, or cancels', async () => {
    const { client } = await service.workspace();
    for (const [decision, isRenewed] of [
      ['accept', true],
      ['cancel', false],
    ] as const) {
      const domain = await service.liveDomain(client);
      await service.untilNoJobs(domain);
      const before = await balanceOf(client);
      const real = await service.registrar.info(domain);
      service.registry.loseReplies('renew', domain, 1);
      const renewals = service.registry.watch('renew', domain);
      // One of the two years, as after an automatic renewal.
      const shown = service.registry.answer('info', domain, () =>
        renewals.commands.length === 0
          ? undefined
          : { ...real, expiresAt: Number(real?.expiresAt) + 365 * dayMs },
      );
      await client.call('renewDomain', { domain, years: 2 });
      await until('a person is asked', async () => (await jobOf(domain))?.attention !== null);
      expect((await jobOf(domain))?.attention).toMatch(/neither before nor after/);
      expect(await balanceOf(client)).toBe(before - 2 * yearCredits);
      if (isRenewed) shown.restore();
      await runNow(service.database, { id: (await jobOf(domain))?.id ?? '', decision });
      await service.untilNoJobs(domain);
      expect(await balanceOf(client)).toBe(before - (isRenewed ? 2 * yearCredits : 0));
      expect(renewals.commands).toHaveLength(1);
    }
  });

  describe('about a restore', () => {
    const lost: { readonly client: ApiClient; readonly domain: string }[] = [];
    beforeAll(async () => {
      const rows = [update(prices, { workspaceId: '', tld: 'com' }, { restoreCredits })];
      await persistChange(service.database, { rows });
      for (let index = 0; index < 3; index += 1) {
        const { client } = await service.workspace();
        const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
        lost.push({ client, domain });
      }
      await service.advanceCalendar(396 * dayMs);
      for (const { domain } of lost) {
        await until('the deletion is known', async () => {
          const row = await service.database.first(findHeldDomain, { name: domain });
          return typeof row?.release.redemptionUntil === 'number';
        });
        await service.untilNoJobs(domain);
      }
    });

    /** Counts the questions after the first send. */
    function stage() {
      const { client, domain } = lost.pop() ?? { client: undefined, domain: '' };
      if (client === undefined) throw new Error('Too few domains were lost.');
      const sent = service.registry.watch('restore', domain);
      const asked = { count: 0 };
      const showing = (show: () => unknown) =>
        service.registry.answer('info', domain, () => {
          if (sent.commands.length === 0) return undefined;
          asked.count += 1;
          return show();
        });
      return { client, domain, sent, asked, showing };
    }

    async function untilRestored(domain: string): Promise<void> {
      await until('the domain is live', async () => {
        await service.advanceCalendar(minuteMs);
        const row = await service.database.first(findHeldDomain, { name: domain });
        return row?.state === 'live';
      });
      await service.untilNoJobs(domain);
    }

    it('that it has accepted: it is not sent again, and not refunded', async () => {
      const { client, domain, sent, asked, showing } = stage();
      const balance = await balanceOf(client);
      const real = await service.registrar.info(domain);
      const questions = showing(() => undefined);
      const accepted = service.registry.answer('restore', domain, (nth) =>
        nth === 1 ? { kind: 'pending', askAfterMs: 20 } : prohibited,
      );
      await client.call('restoreDomain', { domain });
      await until('it is asked about again', () => asked.count > 2);
      expect(sent.commands).toHaveLength(1);
      expect(await balanceOf(client)).toBe(balance - restoreCredits - yearCredits);
      // Now it is carried out.
      accepted.restore();
      if (real === null) throw new Error('The name is gone.');
      const late = { sendId: `late ${domain}`, name: domain, beforeSend: async () => {} };
      const [deletedAt, restoredAt] = [0, 0];
      await service.registrar.restore({ ...late, current: real, deletedAt, restoredAt });
      questions.restore();
      await untilRestored(domain);
      expect(await balanceOf(client)).toBe(balance - restoreCredits - yearCredits);
    });

    it('of which it has the report, while the name is still shown as deleted', async () => {
      const { client, domain, sent, asked, showing } = stage();
      const balance = await balanceOf(client);
      const real = await service.registrar.info(domain);
      const restoring = { ...real, deletion: { ...real?.deletion, phase: 'restoring' } };
      const lag = showing(() => restoring);
      await client.call('restoreDomain', { domain });
      await until('it is asked about again', () => asked.count > 2);
      expect(sent.commands).toHaveLength(1);
      lag.restore();
      await untilRestored(domain);
      expect(await balanceOf(client)).toBe(balance - restoreCredits - yearCredits);
    });

    it('of which it refuses the report: what it has sold is not refunded, and a person is asked', async () => {
      const { client, domain, showing } = stage();
      const balance = await balanceOf(client);
      const real = await service.registrar.info(domain);
      const restoring = { ...real, deletion: { ...real?.deletion, phase: 'restoring' } };
      const shown = showing(() => restoring);
      const refusal = service.registry.answer('restore', domain, (nth) =>
        nth === 1 ? prohibited : undefined,
      );
      await client.call('restoreDomain', { domain });
      await until('a person is asked', async () => {
        return typeof (await jobOf(domain))?.attention === 'string';
      });
      expect(await balanceOf(client)).toBe(balance - restoreCredits - yearCredits);
      shown.restore();
      refusal.restore();
      await runNow(service.database, { id: (await jobOf(domain))?.id ?? '', decision: null });
      await untilRestored(domain);
      expect(await balanceOf(client)).toBe(balance - restoreCredits - yearCredits);
    });
  });
});
