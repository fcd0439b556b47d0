/** Every notice there is, as the owner reads it, and each exactly once. */

import { dayMs } from '@hostmaster/contract/durations';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { formatDay } from '../../packages/server/src/notices/notice-dates.ts';
import { type ReceivedMail, withoutQuestions } from './inbox.ts';
import { describeLifecycle, publicUrl } from './stage.ts';

describeLifecycle('notices', (stage) => {
  it('accompany a domain without auto-renewal from its registration to its release', async () => {
    const owner = await stage.owner();
    const name = await owner.register();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt + 31 * dayMs);
    expect(await owner.subjects()).toEqual([
      `${name} is registered`,
      `${name} expires in 30 days`,
      `${name} expires in 7 days`,
      `${name} expires tomorrow`,
      `${name} has expired`,
    ]);
    const [registered, first, , , expired] = await owner.mails();
    expect(registered?.text).toContain(`${name} is registered until ${formatDay(expiresAt)}.`);
    expect(first?.text).toContain('Auto-renew is off. To keep the domain, renew it or turn on');
    expect(expired?.text).toContain(
      `at the normal price until ${formatDay(expiresAt + 30 * dayMs)}`,
    );
    const dates = (await owner.mails()).slice(1).map(({ headers }) => {
      return Math.round((Date.parse(headers.get('date') ?? '') - expiresAt) / dayMs);
    });
    expect(dates).toEqual([-30, -7, -1, 3]);
    expect(await owner.activity('domain.expiry_notice')).toMatchObject(
      [-30, -7, -1, 3].map((days) => ({ subject: name, details: { days } })),
    );
  });

  it('are sent for automatic renewals, not for manual ones', async () => {
    const owner = await stage.owner();
    await stage.service.setPrice(owner, { tld: 'com', register: 10, renew: 1 });
    const name = await owner.register({ autoRenew: true });
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt - 13 * dayMs);
    const renewed = await owner.row(name);
    expect(await owner.subjects()).toEqual([
      `${name} is registered`,
      `${name} expires in 30 days`,
      `${name} was renewed until ${formatDay(renewed.registration.expiresAt)}`,
    ]);
    const [, soon, mail] = await owner.mails();
    expect(soon?.text).toContain('Auto-renew is on. Keep enough credits');
    expect(mail?.text).toContain('renewed automatically for 1 credit and');
    await owner.client.call('renewDomain', { domain: name });
    await stage.service.untilNoJobs(name);
    expect(await owner.subjects()).toHaveLength(3);
  });

  it('forecast once a day what is missing for all renewals that fall due', async () => {
    const owner = await stage.owner({ credits: '50' });
    await stage.service.setPrice(owner, { tld: 'com', register: 10, renew: 12 });
    await stage.service.setPrice(owner, { tld: 'net', register: 10, renew: 5 });
    const names = [
      await owner.register({ autoRenew: true }),
      await owner.register({ autoRenew: true }),
      await owner.register({ name: stage.service.freshName('third', 'net'), autoRenew: true }),
      await owner.register({ autoRenew: false }),
    ];
    const {
      registration: { expiresAt },
    } = await owner.row(names[0] ?? '');
    await stage.advanceTo(expiresAt - 29 * dayMs);
    const forecasts = (await owner.mails()).filter(({ subject }) => /^You need/.test(subject));
    const midnights = new Set(
      (await Promise.all(names.map((name) => owner.row(name)))).map(
        ({ registration: { expiresAt: at } }) => Math.floor(at / dayMs),
      ),
    );
    expect(forecasts).toHaveLength(midnights.size);
    expect(forecasts.at(-1)?.subject).toBe(
      'You need 19 more credits for renewals in the next 30 days',
    );
    expect(forecasts.at(-1)?.text).toContain(
      '3 domains are due for automatic renewal at a cost of 29 credits. Your balance is 10 credits, so you need 19 more credits.',
    );
    expect(await owner.activity('credits.forecast')).toMatchObject(
      forecasts.map(() => ({ details: { missing: 19 } })),
    );
    await stage.service.addCredits(owner, '100');
  });

  it('say nothing of credits when there are enough', async () => {
    const owner = await stage.owner({ credits: '1000' });
    const name = await owner.register({ autoRenew: true });
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt - 20 * dayMs);
    expect(await owner.subjects()).toEqual([`${name} is registered`, `${name} expires in 30 days`]);
  });

  it('are whole messages: text, HTML, sender, one link under the public address', async () => {
    const owner = await stage.owner({ credits: '60' });
    const name = await owner.register({ autoRenew: true });
    const refused = stage.service.freshName('sandbox-norenew');
    const rejected = stage.service.freshName('sandbox-reject');
    await owner.register({ name: refused, autoRenew: true });
    await owner.client.call('registerDomain', { domain: rejected, contact });
    await stage.service.untilNoJobs(rejected);
    await owner.spendAll();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.advanceTo(expiresAt - 13.5 * dayMs);
    await stage.service.addCredits(owner, '200');
    await stage.advanceTo(expiresAt + 4 * dayMs);
    const mails = await owner.mails();
    const shapes = new Set(mails.map(({ subject }) => shapeOf(subject)));
    expect(shapes).toEqual(
      new Set([
        '… is registered',
        "… couldn't be registered",
        '… expires in N days',
        '… expires tomorrow',
        '… has expired',
        'You need N more credits for renewals in the next N days',
        'Not enough credits to renew … and N more',
        '… was renewed until N …',
        "… couldn't be renewed",
      ]),
    );
    for (const mail of mails) expectWellFormed(mail, owner.email ?? '');
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length);
    const sent = await owner.activity('mail.sent');
    expect(sent.map(({ details }) => details.subject).sort()).toEqual(
      mails.map(({ subject }) => subject).sort(),
    );
  });

  it('leave out outdated notices after an outage', async () => {
    const owner = await stage.owner();
    const [expired, soon] = [await owner.register(), await owner.register({ years: 2 })];
    const row = await owner.row(expired);
    // The service was away and comes back at once five days after the expiry.
    await stage.service.advanceCalendar(
      row.registration.expiresAt + 5 * dayMs - (await stage.now()),
    );
    await stage.advance(1);
    expect(await owner.subjects()).toEqual([
      `${expired} is registered`,
      `${soon} is registered`,
      `${expired} has expired`,
    ]);
    const later = await owner.row(soon);
    await stage.service.advanceCalendar(
      later.registration.expiresAt - dayMs / 100 - (await stage.now()),
    );
    await stage.advance(1);
    const last = (await owner.mails()).filter(({ subject }) => subject.startsWith(soon)).at(-1);
    expect(last?.subject).toMatch(/expires (today|tomorrow)$/);
    expect((await owner.subjects()).filter((subject) => subject.startsWith(soon))).toHaveLength(2);
  });

  it('promise no renewal that is too late', async () => {
    const owner = await stage.owner();
    const name = await owner.register();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.service.advanceCalendar(expiresAt + 100 * dayMs - (await stage.now()));
    await stage.advance(1);
    const mail = (await owner.mails()).at(-1);
    expect(mail?.subject).toBe(`${name} has expired`);
    expect(mail?.text).toContain('The domain is being released');
    expect(mail?.text).not.toContain('You can still renew');
    expect(await owner.row(name)).toMatchObject({ state: 'released' });
  });

  it('make up for a renewal that fell due in an outage', async () => {
    const owner = await stage.owner();
    const name = await owner.register({ autoRenew: true });
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    await stage.service.advanceCalendar(expiresAt + 10 * dayMs - (await stage.now()));
    await stage.advance(1);
    expect(await owner.domain(name)).toMatchObject({ status: 'active' });
    expect(await owner.terms(name)).toHaveLength(2);
    expect((await owner.subjects()).at(-1)).toMatch(/was renewed until/);
  });

  it('are kept in the activity of a workspace without an address', async () => {
    const owner = await stage.owner({ email: null, credits: '10' });
    await stage.service.setPrice(owner, { tld: 'com', register: 10, renew: 12 });
    const name = await owner.register({ autoRenew: true });
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    const before = stage.inbox.mails.length;
    await stage.advanceTo(expiresAt - 13.5 * dayMs);
    await stage.mailSettled();
    expect((await owner.activity()).map(({ action }) => action)).toEqual([
      'workspace.create',
      'key.create',
      'domain.register',
      'domain.registered',
      'domain.registrant_unconfirmed',
      'domain.expiry_notice',
      'credits.forecast',
      'domain.auto_renewal_failed',
    ]);
    const others = withoutQuestions(stage.inbox.mails.slice(before));
    expect(others.filter(({ text }) => text.includes(name))).toEqual([]);
  });
});

function shapeOf(subject: string): string {
  return subject
    .replaceAll(/\S+\.com/g, '…')
    .replaceAll(/\d+/g, 'N')
    .replace(/until N .*$/, 'until N …');
}

function expectWellFormed(mail: ReceivedMail, recipient: string): void {
  const { headers, html, text, subject } = mail;
  expect(mail.to).toEqual([recipient]);
  expect(headers.get('to')).toBe(recipient);
  expect(headers.get('from')).toBe('Hostmaster <hostmaster@localhost>');
  expect(headers.get('message-id')).toMatch(/^<eml_[0-9a-z]+@names\.example>$/);
  expect(headers.get('content-type')).toMatch(/^multipart\/alternative/);
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
  expect(links).toHaveLength(1);
  expect(links[0]).toMatch(new RegExp(`^${publicUrl}/dashboard/ws_\\w+/(domains/\\S+|credits)$`));
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual(links);
  expect(html).toContain(`<h1`);
  expect(html).toContain(subject);
  expect(text).not.toMatch(/undefined|NaN|null|\[object/);
  const paragraphs = text.split('\n\n').filter((part) => !/https:|^-- |^\n*$/.test(part));
  expect(paragraphs.length).toBeGreaterThan(0);
  for (const part of paragraphs) expect(html.replaceAll('<br>', '\n')).toContain(part);
}
