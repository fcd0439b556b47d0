/** Recovery of an account without its second factors, and the attempts to hijack it. */
import { hourMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import type { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { linkTokenIn, mailFilesTo, waitForMail } from './mail-files.ts';
import { browser, type Member, mailsTo, member, newBrowser, password } from './people.ts';
import { codeOf, withTotp } from './second-factors.ts';

const notDue = { status: 409, code: 'recovery_not_due' } as const;
const started = 'Recovery of an account has started';

const unverify = query<{ id: string }>()(({ db, p }) =>
  db.updateTable('users').set({ email_verified_at: null }).where('id', '=', p.id),
);

describeService('a recovery', (service) => {
  /** With the right password, on the device of another person. */
  async function afterPassword(ada: Pick<Member, 'person'>, page = newBrowser(service)) {
    await page.open();
    const { secondFactor } = await page.call('signIn', { email: ada.person.email, password });
    if (secondFactor === null) throw new Error('No second factor.');
    return { page, ...secondFactor };
  }

  async function begun(ada: Pick<Member, 'person'>) {
    const { page, ticket } = await afterPassword(ada);
    return { page, ticket, ...(await page.call('startRecovery', { ticket })) };
  }

  /** The subjects that an address has got, sent or not. */
  const subjectsTo = async ({ person }: Pick<Member, 'person'>) =>
    (await mailsTo(service, person)).map(({ subject }) => subject);

  async function company() {
    const owner = await member(service, { name: 'Olga' });
    const role = (name: 'owner' | 'admin') =>
      member(service, {
        workspace: owner.workspace,
        grant: { role: name, domainNames: null },
      });
    const [second, admin, ada] = [await role('owner'), await role('admin'), await role('admin')];
    const { secret } = await withTotp(ada.page);
    return { owner, second, admin, ada, secret };
  }

  const finish = (page: DashboardClient, ticket: string) =>
    page.request('finishRecovery', { ticket });

  it('removes the second factors after 72 hours; all owners and the person have mail', async () => {
    const { owner, second, admin, ada } = await company();
    const { page, ticket, dueAt } = await begun(ada);
    const offset = (await page.open()).service.calendarOffsetMs;
    expect(Math.abs(Date.parse(dueAt) - Date.now() - offset - 72 * hourMs)).toBeLessThan(hourMs);
    for (const warned of [ada, owner, second]) expect(await subjectsTo(warned)).toContain(started);
    expect(await subjectsTo(admin)).not.toContain(started);
    expectRefusal(await finish(page, ticket), notDue);
    expect((await afterPassword(ada)).recoveryDueAt).toBe(dueAt);

    await service.advanceCalendar(71 * hourMs);
    expectRefusal(await finish(page, ticket), notDue);
    await service.advanceCalendar(hourMs + 60_000);
    const before = await ada.page.open();
    expect(before.account?.email).toBe(ada.person.email);
    const entered = await page.call('finishRecovery', { ticket });
    expect(entered.account?.email).toBe(ada.person.email);
    expect((await ada.page.open()).account).toBeNull();
    expect(await page.call('listSecondFactors', {})).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect(await subjectsTo(ada)).toContain('Your second factors were removed');
    const { entries } = await owner.page.call('listActivity', owner.inside);
    expect(entries.slice(0, 2).map(({ text }) => text)).toEqual([
      'recovered the account and removed its second factors',
      'started to recover the account without its second factors',
    ]);
    // It is used up: the next one takes its time again.
    await withTotp(page);
    const again = await afterPassword(ada);
    expect(again.recoveryDueAt).toBeNull();
    expectRefusal(await finish(again.page, again.ticket), notDue);
  });

  it('recovery hijack: a link in each mail stops it, once, and the stolen password is worth nothing', async () => {
    const { owner, ada } = await company();
    for (const warned of [ada, owner]) {
      const { page, ticket } = await begun(ada);
      const mails = await mailsTo(service, warned.person);
      const nth = mails.filter(({ subject }) => subject === started).length;
      await waitForMail(service, warned.person.email, mails.length);
      const links = (await mailFilesTo(service, warned.person.email)).filter(
        ({ subject }) => subject === started,
      );
      const mail = links[nth - 1];
      if (mail === undefined) throw new Error('No mail.');
      expect(mail.text).toContain(ada.person.email);
      const token = linkTokenIn(mail, 'stop-recovery');
      const stranger = newBrowser(service);
      await stranger.open();
      await stranger.call('stopRecovery', { token });
      const expired = { status: 410, code: 'link_expired' } as const;
      expectRefusal(await stranger.request('stopRecovery', { token }), expired);
      expectRefusal(await stranger.request('verifyEmail', { token }), expired);
      await service.advanceCalendar(73 * hourMs);
      const late = await afterPassword(ada);
      expect(late.recoveryDueAt).toBeNull();
      expectRefusal(await finish(late.page, late.ticket), notDue);
      expectRefusal(await finish(page, ticket), notDue);
    }
    expect(await subjectsTo(ada)).toContain('Recovery of your account was stopped');
    const { entries } = await owner.page.call('listActivity', owner.inside);
    expect(entries[0]?.text).toBe(
      `stopped the recovery of ${ada.person.email} with the link in an email`,
    );
  });

  it('recovery hijack: a sign-in with the second factor stops it', async () => {
    const { ada, secret } = await company();
    const { page, ticket } = await begun(ada);
    const own = await afterPassword(ada, browser(service));
    await own.page.call('completeSignIn', { ticket: own.ticket, code: codeOf(secret, 1) });
    await service.advanceCalendar(73 * hourMs);
    expectRefusal(await finish(page, ticket), notDue);
  });

  it('recovery hijack: asking again neither shortens it nor mails again, and tickets of others do not count', async () => {
    const { ada } = await company();
    const eve = await member(service);
    await withTotp(eve.page);
    const { page, ticket, dueAt } = await begun(ada);
    const count = (await subjectsTo(ada)).length;
    await service.advanceCalendar(hourMs);
    expect(await page.call('startRecovery', { ticket })).toEqual({ dueAt });
    expect((await subjectsTo(ada)).length).toBe(count);
    await service.advanceCalendar(72 * hourMs);
    const theirs = await afterPassword(eve);
    expectRefusal(await finish(theirs.page, theirs.ticket), notDue);
    const forged = theirs.ticket.replace(/^[^.]+/, ada.person.id);
    const expired = { status: 401, code: 'sign_in_expired' } as const;
    expectRefusal(await finish(theirs.page, forged), expired);
    expectRefusal(await theirs.page.request('startRecovery', { ticket: forged }), expired);
    // Two at once: one begins a session.
    const both = await Promise.all([finish(page, ticket), finish(newTab(page), ticket)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  function newTab(page: DashboardClient): DashboardClient {
    const tab = newBrowser(service);
    tab.cookie = page.cookie;
    tab.csrfToken = page.csrfToken;
    return tab;
  }

  it('recovery hijack: ends a week after it was due, and with a new password', async () => {
    const { ada, secret } = await company();
    const { page, ticket } = await begun(ada);
    await service.advanceCalendar((72 + 7 * 24 + 1) * hourMs);
    expectRefusal(await finish(page, ticket), notDue);
    const second = await page.call('startRecovery', { ticket });
    expect(Date.parse(second.dueAt)).toBeGreaterThan(Date.now());
    await service.advanceCalendar(73 * hourMs);
    const own = ada.page;
    await own.call('changePassword', { currentPassword: password, newPassword: password });
    const again = await afterPassword(ada);
    expect(again.recoveryDueAt).toBeNull();
    expectRefusal(await finish(again.page, again.ticket), notDue);
    expect(secret).not.toBe('');
  });

  it('is refused without a confirmed address, since no mail would warn the person', async () => {
    const { ada } = await company();
    await service.database.transaction((tx) => tx.run(unverify, { id: ada.person.id }));
    const { page, ticket } = await afterPassword(ada);
    const refused = { status: 409, code: 'recovery_unavailable' } as const;
    expectRefusal(await page.request('startRecovery', { ticket }), refused);
  });
});
