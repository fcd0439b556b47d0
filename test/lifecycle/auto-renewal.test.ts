/** Auto-renewal is the API's own renewal, begun by the service. */

import { addYears, dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { upsertPrice } from '../../packages/server/src/storage/queries/prices/prices.ts';
import { describeLifecycle } from './stage.ts';

const setPremium = query<{ id: string; premium: string | null }>()(({ db, p }) =>
  db.updateTable('domains').set({ premium: p.premium }).where('id', '=', p.id),
);

const deletePrice = query<{ tld: string }>()(({ db, p }) =>
  db.deleteFrom('prices').where('tld', '=', p.tld),
);

describeLifecycle('auto-renewal', (stage) => {
  it('renews once a period, two weeks before expiry, at the price of the workspace', async () => {
    const owner = await stage.owner({ credits: '100' });
    await stage.service.setPrice(owner, { tld: 'com', register: 10, renew: 7 });
    const name = await owner.register({ autoRenew: true });
    const {
      registration: { expiresAt: first },
      registry: { registryExpiresAt: atRegistry },
    } = await owner.row(name);
    expect(await owner.balance()).toBe(90);

    await stage.advanceTo(first - 14 * dayMs - 60_000);
    expect((await owner.row(name)).registration.expiresAt).toBe(first);
    expect(await owner.domain(name)).toMatchObject({ status: 'expiring_soon' });
    expect(await owner.balance()).toBe(90);

    await stage.advanceTo(first - 14 * dayMs + 1_000);
    const second = addYears(first, 1);
    expect(await owner.domain(name)).toMatchObject({
      status: 'active',
      expiresAt: new Date(second).toISOString(),
      years: 1,
    });
    expect(await owner.balance()).toBe(83);
    expect(await owner.terms(name)).toMatchObject([
      { kind: 'registration', state: 'posted', automatic: false },
      { kind: 'renewal', state: 'posted', automatic: true, years: 1 },
    ]);
    expect((await owner.row(name)).registry.registryExpiresAt).toBe(addYears(atRegistry ?? 0, 1));

    await stage.advanceTo(addYears(first, 2) - 13 * dayMs);
    expect(await owner.balance()).toBe(83 - 2 * 7);
    expect((await owner.row(name)).registration.expiresAt).toBe(addYears(first, 3));
    const renewals = await owner.activity('domain.renew');
    expect(renewals.map(({ actor, at }) => [actor, Date.parse(at)])).toEqual(
      [0, 1, 2].map((years) => [
        { kind: 'system', id: 'auto-renewal' },
        expect.toSatisfy((at: number) => isWithin(at, addYears(first, years) - 14 * dayMs, 5_000)),
      ]),
    );
    expect(await owner.activity('domain.renewed')).toHaveLength(3);
  });

  it('charges nothing when credits are too few, notifies once a day, and renews what it can', async () => {
    const owner = await stage.owner({ credits: '35' });
    await stage.service.setPrice(owner, { tld: 'com', register: 5, renew: 40 });
    await stage.service.setPrice(owner, { tld: 'net', register: 5, renew: 11 });
    const dear = await owner.register({
      name: stage.service.freshName('dear', 'com'),
      autoRenew: true,
    });
    const dearToo = await owner.register({
      name: stage.service.freshName('dear', 'com'),
      autoRenew: true,
    });
    const cheap = await owner.register({
      name: stage.service.freshName('cheap', 'net'),
      autoRenew: true,
    });
    const {
      registration: { expiresAt },
    } = await owner.row(dear);
    expect(await owner.balance()).toBe(20);

    await stage.advanceTo(expiresAt + 60_000);
    expect(await owner.domain(cheap)).toMatchObject({ status: 'active' });
    expect(await owner.domain(dear)).toMatchObject({ status: 'expired' });
    expect(await owner.domain(dearToo)).toMatchObject({ status: 'expired' });
    expect(await owner.balance()).toBe(9);
    expect(await owner.terms(dear)).toHaveLength(1);

    const failures = await owner.activity('domain.auto_renewal_failed');
    for (const name of [dear, dearToo]) {
      const own = failures.filter(({ subject }) => subject === name);
      expect(own).toHaveLength(14);
      expect(own[0]?.details).toMatchObject({ code: 'insufficient_credits' });
    }
    expect(failures).toHaveLength(28);

    const unpaid = (await owner.mails()).filter(({ subject }) => /^Not enough/.test(subject));
    const days = unpaid.map(({ headers }) =>
      new Date(headers.get('date') ?? '').toISOString().slice(0, 10),
    );
    expect(new Set(days).size).toBe(days.length);
    expect(unpaid.length).toBeGreaterThanOrEqual(14);
    expect(unpaid.length).toBeLessThanOrEqual(15);
    expect(unpaid[0]?.subject).toBe(`Not enough credits to renew ${dear} and 1 more`);
    expect(unpaid[0]?.text).toContain('costs 80 credits, but your balance is 20 credits');
    expect(unpaid[0]?.text).not.toContain(cheap);
  });

  it('renews at once when it is switched on inside the two weeks', async () => {
    const owner = await stage.owner();
    const name = await owner.register();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt - 3 * dayMs);
    expect(await owner.terms(name)).toHaveLength(1);
    await owner.client.call('updateDomain', { domain: name, autoRenew: true });
    await stage.advance(1);
    expect((await owner.row(name)).registration.expiresAt).toBe(addYears(expiresAt, 1));
    expect(await owner.terms(name)).toHaveLength(2);
  });

  it('leaves a domain alone whose owner renewed it first, or switched it off', async () => {
    const owner = await stage.owner();
    const renewed = await owner.register({ autoRenew: true });
    const off = await owner.register({ autoRenew: true });
    const {
      registration: { expiresAt },
    } = await owner.row(renewed);
    await stage.advanceTo(expiresAt - 20 * dayMs);
    await owner.client.call('renewDomain', { domain: renewed });
    await owner.client.call('updateDomain', { domain: off, autoRenew: false });
    await stage.advanceTo(expiresAt + dayMs);
    expect(await owner.terms(renewed)).toMatchObject([{ automatic: false }, { automatic: false }]);
    expect(await owner.terms(off)).toHaveLength(1);
    expect(await owner.domain(off)).toMatchObject({ status: 'expired' });
  });

  it('is failed by a registry that refuses, refunds, and tries again every day', async () => {
    const owner = await stage.owner({ credits: '100' });
    const name = await owner.register({
      name: stage.service.freshName('sandbox-norenew'),
      autoRenew: true,
    });
    const before = await owner.balance();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt - 12 * dayMs + 60_000);
    expect(await owner.domain(name)).toMatchObject({
      status: 'failed',
      expiresAt: new Date(expiresAt).toISOString(),
    });
    expect(await owner.balance()).toBe(before);
    expect(await owner.terms(name)).toMatchObject([
      { state: 'posted' },
      { state: 'voided', automatic: true },
      { state: 'voided', automatic: true },
      { state: 'voided', automatic: true },
    ]);
    const [mail] = (await owner.mails()).filter(({ subject }) => /couldn't/.test(subject));
    expect(mail?.text).toContain('The registry does not renew this name.');
    expect(mail?.text).toContain('We will try again every day');

    await stage.advanceTo(expiresAt - 6 * dayMs);
    const soon = (await owner.mails()).find(({ subject }) => /in 7 days/.test(subject));
    expect(soon?.text).toContain('the renewal has failed so far');

    await stage.advanceTo(expiresAt);
    expect(await owner.domain(name)).toMatchObject({ status: 'expired' });
    expect(await owner.activity('domain.renewal_failed')).toHaveLength(14);
    expect(await owner.balance()).toBe(before);
  });

  it('notifies the owner when the suffix has no price any more', async () => {
    const { database } = stage.service;
    const price = { workspaceId: '', tld: 'com.nowhere', registerCredits: 5, renewCredits: 5 };
    await database.transaction((tx) => tx.run(upsertPrice, price));
    const owner = await stage.owner();
    const name = await owner.register({
      name: stage.service.freshName('unsold', 'com.nowhere'),
      autoRenew: true,
    });
    await database.transaction((tx) => tx.run(deletePrice, { tld: 'com.nowhere' }));
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt - 14 * dayMs + 1_000);
    expect(await owner.activity('domain.auto_renewal_failed')).toMatchObject([
      { subject: name, details: { code: 'unsupported_tld' } },
    ]);
    const mail = (await owner.mails()).at(-1);
    expect(mail?.subject).toBe(`${name} couldn't be renewed`);
    expect(mail?.text).toContain(`There is no renewal price for ${name}.`);
    await stage.advanceTo(expiresAt - 12.5 * dayMs);
    expect(await owner.activity('domain.auto_renewal_failed')).toHaveLength(2);
  });

  it('happens once, however many sweep at the same time', async () => {
    const owner = await stage.owner();
    const names = await Promise.all(
      Array.from({ length: 12 }, () => owner.register({ autoRenew: true })),
    );
    const before = await owner.balance();
    const rows = await Promise.all(names.map((name) => owner.row(name)));
    const last = Math.max(...rows.map(({ registration: { expiresAt } }) => expiresAt));
    // The clock jumps over everything, and eight sweepers see it at the same moment.
    await stage.service.advanceCalendar(last - 14 * dayMs - (await stage.now()) + 1_000);
    await Promise.all(Array.from({ length: 8 }, () => stage.sweeper().sweep()));
    await stage.service.settled();
    for (const name of names) expect(await owner.terms(name)).toHaveLength(2);
    const renewed = await owner.activity('domain.renewed');
    expect(renewed).toHaveLength(names.length);
    const price = (before - (await owner.balance())) / names.length;
    expect(price).toBeGreaterThan(0);
    expect(Number.isInteger(price)).toBe(true);
    // The renewals have ended, so that their notices are no longer waiting for each other.
    await stage.sweeper().sweep();
    const mails = (await owner.mails()).filter(({ subject }) => /renewed/.test(subject));
    const text = mails.map((mail) => mail.text).join('\n');
    for (const name of names) {
      expect(text.match(new RegExp(`^${name} (?:until|was renewed)`, 'gm')), name).toHaveLength(1);
    }
  });

  it('is not held up by a domain that cannot be handled', async () => {
    const [unlucky, owner] = [await stage.owner(), await stage.owner()];
    const broken = await unlucky.register({ autoRenew: true });
    const sound = await owner.register({ autoRenew: true });
    const {
      id,
      registration: { expiresAt },
    } = await unlucky.row(broken);
    await stage.service.database.transaction((tx) =>
      tx.run(setPremium, { id, premium: '"no price"' }),
    );
    await stage.service.advanceCalendar(expiresAt - 13 * dayMs - (await stage.now()));
    await until('the other is renewed', async () => (await owner.terms(sound)).length === 2);
    const now = await stage.now();
    await until('it is put off', async () => ((await unlucky.row(broken)).dueAt ?? 0) > now);
    expect(await unlucky.terms(broken)).toHaveLength(1);
    // Put off by the hour, it would hold up every later step of the calendar.
    await stage.service.database.transaction((tx) => tx.run(setPremium, { id, premium: null }));
  });

  it('switched on after expiry renews nothing now, but the next period again', async () => {
    const owner = await stage.owner({ credits: '100' });
    const name = await owner.register({ autoRenew: false });
    const {
      registration: { expiresAt: first },
    } = await owner.row(name);
    await stage.advanceTo(first + 5 * dayMs);
    const before = await owner.balance();
    await owner.client.call('updateDomain', { domain: name, autoRenew: true });
    await stage.advanceTo(first + 7 * dayMs);
    expect(await owner.domain(name)).toMatchObject({ status: 'expired', autoRenew: true });
    expect(await owner.balance()).toBe(before);

    await owner.client.call('renewDomain', { domain: name });
    const {
      registration: { expiresAt: second },
    } = await owner.row(name);
    await stage.advanceTo(second - 13 * dayMs);
    expect(await owner.domain(name)).toMatchObject({
      status: 'active',
      expiresAt: new Date(addYears(second, 1)).toISOString(),
    });
  });
});

function isWithin(value: number, of: number, byMs: number): boolean {
  return Math.abs(value - of) <= byMs;
}
