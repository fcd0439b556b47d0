/** After the grace period a name is released; until then its owner can renew it. */

import { addYears, dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { describeLifecycle } from './stage.ts';

describeLifecycle(
  'expiry and release',
  (stage) => {
    it('renews an expired name at the normal price, from now', async () => {
      const owner = await stage.owner({ credits: '100' });
      await stage.service.setPrice(owner, { tld: 'com', register: 10, renew: 7 });
      const name = await owner.register();
      const {
        registration: { expiresAt },
        registry: { registryExpiresAt },
      } = await owner.row(name);
      await stage.advanceTo(expiresAt + 29 * dayMs);
      expect(await owner.domain(name)).toMatchObject({ status: 'expired' });

      const { domain } = await owner.client.call('renewDomain', { domain: name, years: 2 });
      const renewedUntil = Date.parse(domain.expiresAt);
      const now = await stage.now();
      expect(domain).toMatchObject({ status: 'active', creditsCharged: 14 });
      expect(renewedUntil).toBeGreaterThan(addYears(now, 2) - 60_000);
      expect(renewedUntil).toBeLessThanOrEqual(addYears(now, 2));
      await stage.service.untilNoJobs(name);
      expect(await owner.balance()).toBe(76);
      // The registry counts from its own date; the promise to the customer stands beside it.
      expect((await owner.row(name)).registry.registryExpiresAt).toBe(
        addYears(registryExpiresAt ?? 0, 2),
      );

      await stage.advance(60 * dayMs);
      expect(await owner.domain(name)).toMatchObject({
        status: 'active',
        expiresAt: domain.expiresAt,
      });
    });

    it('renews from a registry date that lies behind the promised one', async () => {
      const owner = await stage.owner();
      const name = await owner.register({ autoRenew: false });
      const {
        registration: { expiresAt },
      } = await owner.row(name);
      await stage.advanceTo(expiresAt + 20 * dayMs);
      await owner.client.call('renewDomain', { domain: name });
      await stage.service.untilNoJobs(name);
      const before = await owner.row(name);
      expect(before.registration.expiresAt).toBeGreaterThan(
        (before.registry.registryExpiresAt ?? 0) + 19 * dayMs,
      );
      await owner.client.call('updateDomain', { domain: name, autoRenew: true });
      await stage.advanceTo(before.registration.expiresAt - 13 * dayMs);
      const after = await owner.row(name);
      expect(after.registration.expiresAt).toBe(addYears(before.registration.expiresAt, 1));
      expect(after.registry.registryExpiresAt).toBe(
        addYears(before.registry.registryExpiresAt ?? 0, 1),
      );
      expect(await owner.domain(name)).toMatchObject({ status: 'active' });
    });

    it('releases the name after the grace period; anyone can register it', async () => {
      const owner = await stage.owner();
      const name = await owner.register();
      const {
        registration: { expiresAt },
      } = await owner.row(name);
      await stage.advanceTo(expiresAt + 30 * dayMs - 60_000);
      expect(await owner.domain(name)).toMatchObject({ status: 'expired' });
      expect(await stage.service.registrar.info(name)).toMatchObject({ isOurs: true });

      await stage.advanceTo(expiresAt + 30 * dayMs + 1_000);
      expectRefusal(await owner.client.request('getDomain', { domain: name }), {
        status: 404,
        code: 'domain_not_found',
      });
      expectRefusal(await owner.client.request('renewDomain', { domain: name }), {
        status: 404,
        code: 'domain_not_found',
      });
      const { domains } = await owner.client.call('listDomains', {});
      expect(domains.map((domain) => domain.name)).not.toContain(name);
      expect(await stage.service.registrar.info(name)).toBeNull();
      expect((await owner.activity()).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['domain.releasing', 'domain.released']),
      );

      const another = await stage.owner();
      const { results } = await another.client.call('checkDomains', { domain: name });
      expect(results).toEqual([{ domain: name, available: true, isPremium: false }]);
      await another.register({ name });
      expect(await another.domain(name)).toMatchObject({ status: 'active' });
      expectRefusal(await owner.client.request('getDomain', { domain: name }), {
        status: 404,
        code: 'domain_not_found',
      });
      expectRefusal(await owner.client.request('registerDomain', { domain: name, contact }), {
        status: 409,
        code: 'domain_taken',
      });
    });

    it('waits longer where the suffix has a longer grace period', async () => {
      const owner = await stage.owner();
      const name = await owner.register({ name: stage.service.freshName('patient', 'co.uk') });
      const {
        registration: { expiresAt },
      } = await owner.row(name);
      await stage.advanceTo(expiresAt + 89 * dayMs);
      expect(await owner.domain(name)).toMatchObject({ status: 'expired' });
      await stage.advanceTo(expiresAt + 90 * dayMs + 1_000);
      expect(await owner.row(name)).toMatchObject({ state: 'released', visible: false });
    });

    it('never releases while a term is undecided', async () => {
      const owner = await stage.owner();
      const name = await owner.register();
      const {
        registration: { expiresAt },
      } = await owner.row(name);
      await stage.advanceTo(expiresAt + 29 * dayMs);
      const held = stage.service.registry.hold('renew', name);
      await owner.client.call('renewDomain', { domain: name });
      // Undecided until even the renewed term has expired.
      await stage.service.advanceCalendar(500 * dayMs);
      const sweeper = stage.sweeper();
      await sweeper.sweep();
      const now = await stage.now();
      await until(
        'the sweep has handled it',
        async () => ((await owner.row(name)).dueAt ?? 0) > now,
      );
      expect(await owner.row(name)).toMatchObject({ state: 'live' });
      held.release();
      await stage.service.untilNoJobs(name);
      await stage.advance(1);
      await until('it is released', async () => (await owner.row(name)).state === 'released');
    });

    it('decides a race between renewal and release, one way or the other', async () => {
      const owner = await stage.owner({ credits: '10000' });
      const names = await Promise.all(Array.from({ length: 16 }, () => owner.register()));
      const rows = await Promise.all(names.map((name) => owner.row(name)));
      const last = Math.max(...rows.map(({ registration: { expiresAt } }) => expiresAt));
      const before = await owner.balance();
      await stage.service.advanceCalendar(last + 30 * dayMs - (await stage.now()) + 1_000);
      const [, answers] = await Promise.all([
        Promise.all(Array.from({ length: 3 }, () => stage.sweeper().sweep())),
        Promise.all(names.map((name) => owner.client.request('renewDomain', { domain: name }))),
      ]);
      for (const name of names) await stage.service.untilNoJobs(name);
      let renewed = 0;
      for (const [i, name] of names.entries()) {
        const { status, text } = answers[i] ?? {};
        const { state } = await owner.row(name);
        const terms = await owner.terms(name);
        if (status === 200) {
          renewed += 1;
          expect([name, state, terms.length]).toEqual([name, 'live', 2]);
          expect(await stage.service.registrar.info(name)).not.toBeNull();
        } else {
          expect([404, 409], text).toContain(status);
          expect([name, state, terms.length]).toEqual([name, 'released', 1]);
          expect(await stage.service.registrar.info(name)).toBeNull();
        }
      }
      const { domains } = await owner.client.call('listDomains', {});
      expect(domains).toHaveLength(renewed);
      expect((before - (await owner.balance())) % Math.max(renewed, 1)).toBe(0);
    });
  },
  { HOSTMASTER_GRACE: '30d,uk=90d' },
);

describeLifecycle('failure', (stage) => {
  it('returns the credits of a refused registration and says why', async () => {
    const owner = await stage.owner({ credits: '50' });
    const name = stage.service.freshName('sandbox-reject');
    await owner.client.call('registerDomain', { domain: name, contact, autoRenew: true });
    await stage.service.untilNoJobs(name);
    expect(await owner.domain(name)).toMatchObject({ status: 'failed' });
    expect(await owner.balance()).toBe(50);
    expect(await owner.activity('domain.registration_failed')).toHaveLength(1);
    const [mail, ...others] = await owner.mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`${name} couldn't be registered`);
    await stage.advance(400 * dayMs);
    expect(await owner.domain(name)).toMatchObject({ status: 'failed' });
    expect(await owner.subjects()).toHaveLength(1);
  });

  it('keeps the old expiry after a refused renewal, and a later renewal recovers it', async () => {
    const owner = await stage.owner({ credits: '100' });
    const name = await owner.register();
    const before = await owner.balance();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    stage.service.registry.refuse('renew', name, { nth: 1 });
    const { domain } = await owner.client.call('renewDomain', { domain: name, years: 3 });
    expect(Date.parse(domain.expiresAt)).toBe(addYears(expiresAt, 3));
    await stage.service.untilNoJobs(name);
    expect(await owner.domain(name)).toMatchObject({
      status: 'failed',
      expiresAt: new Date(expiresAt).toISOString(),
      years: 1,
    });
    expect(await owner.balance()).toBe(before);
    const mail = (await owner.mails()).at(-1);
    expect(mail?.subject).toBe(`${name} couldn't be renewed`);
    expect(mail?.text).toContain('Refused by the test.');
    expect(mail?.text).toContain('Renew it before then to keep it');

    await owner.client.call('renewDomain', { domain: name });
    await stage.service.untilNoJobs(name);
    expect(await owner.domain(name)).toMatchObject({
      status: 'active',
      expiresAt: new Date(addYears(expiresAt, 1)).toISOString(),
    });
  });
});
