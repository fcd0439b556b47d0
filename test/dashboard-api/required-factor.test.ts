/** A second factor that the workspace or the operator requires, with a date from which it counts. */
import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { type Member, member, signedIn } from './people.ts';
import { withTotp } from './second-factors.ts';

const missing = { status: 403, code: 'second_factor_missing' } as const;

describeService('a second factor that the workspace requires', (service) => {
  const calendar = async (page: Member['page']) =>
    Date.now() + (await page.open()).service.calendarOffsetMs;

  const inDays = async (page: Member['page'], days: number) =>
    new Date((await calendar(page)) + days * dayMs).toISOString();

  /** An owner with a second factor, and a colleague without one. */
  async function pair() {
    const ada = await member(service, { name: 'Ada' });
    await withTotp(ada.page);
    const joan = await member(service, {
      name: 'Joan',
      workspace: ada.workspace,
      grant: { role: 'admin', domainNames: null },
    });
    return { ada, joan };
  }

  it('shows a notice before the date, and after it lets members without one only set one up', async () => {
    const { ada, joan } = await pair();
    const { apiKey } = await joan.page.call('createApiKey', { ...joan.inside, name: 'Deploy' });
    const from = await inDays(ada.page, 7);
    await ada.page.call('requireSecondFactor', { ...ada.inside, from });
    expect((await ada.page.open()).workspaces).toMatchObject([{ secondFactorDueAt: null }]);
    expect((await joan.page.open()).workspaces).toMatchObject([{ secondFactorDueAt: from }]);
    expect((await joan.page.request('getOverview', joan.inside)).status).toBe(200);
    const { members, secondFactorFrom } = await ada.page.call('listMembers', ada.inside);
    expect(secondFactorFrom).toBe(from);
    const listed = members.map(({ name, hasSecondFactor }) => `${name} ${hasSecondFactor}`);
    expect(listed.sort()).toEqual(['Ada true', 'Joan false']);

    await service.advanceCalendar(8 * dayMs);
    for (const page of [joan.page, await signedIn(service, joan.person)]) {
      const answers = [
        await page.request('getOverview', joan.inside),
        await page.request('createApiKey', { ...joan.inside, name: 'Later' }),
        await page.request('leaveWorkspace', joan.inside),
        await page.requestApi('listDomains', joan.inside),
        await page.requestApi('createWebhook', { ...joan.inside, url: 'https://h.example/in' }),
        await page.request('exportActivityCsv', joan.inside),
      ];
      for (const answer of answers) expectRefusal(answer, missing);
      expect((await page.open()).workspaces).toMatchObject([{ secondFactorDueAt: from }]);
    }
    expect((await ada.page.request('getOverview', ada.inside)).status).toBe(200);
    // Keys are no sessions.
    const byKey = await service.client.withKey(apiKey).send('GET', '/v1/account');
    expect(byKey.status).toBe(200);

    await withTotp(joan.page);
    expect((await joan.page.request('getOverview', joan.inside)).status).toBe(200);
    expect((await joan.page.open()).workspaces).toMatchObject([{ secondFactorDueAt: null }]);
    // Without the factor they are where they were.
    await joan.page.call('removeTotp', {});
    expectRefusal(await joan.page.request('getOverview', joan.inside), missing);
  });

  it('is set by owners who have one, is in the activity, and can be waived', async () => {
    const { ada, joan } = await pair();
    const from = await inDays(ada.page, 1);
    const byAdmin = await joan.page.request('requireSecondFactor', { ...joan.inside, from });
    expectRefusal(byAdmin, { status: 403, code: 'forbidden' });
    const bare = await member(service);
    const own = { ...bare.inside, from };
    expectRefusal(await bare.page.request('requireSecondFactor', own), missing);
    expect((await bare.page.call('listMembers', bare.inside)).secondFactorFrom).toBeNull();
    for (const wrong of ['tomorrow', await inDays(ada.page, 400)]) {
      const answer = await ada.page.request('requireSecondFactor', { ...ada.inside, from: wrong });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['from'] });
    }

    await ada.page.call('requireSecondFactor', { ...ada.inside, from });
    await ada.page.call('requireSecondFactor', { ...ada.inside, from });
    await ada.page.call('requireSecondFactor', { ...ada.inside, from: null });
    expect((await joan.page.open()).workspaces).toMatchObject([{ secondFactorDueAt: null }]);
    const { entries } = await ada.page.call('listActivity', ada.inside);
    expect(entries.slice(0, 2).map(({ text }) => text)).toEqual([
      'stopped requiring two-factor authentication',
      `required two-factor authentication from ${from.slice(0, 10)}`,
    ]);
  });

  it('counts at once with a date in the past', async () => {
    const { ada, joan } = await pair();
    const from = await inDays(ada.page, -3);
    await ada.page.call('requireSecondFactor', { ...ada.inside, from });
    expectRefusal(await joan.page.request('getOverview', joan.inside), missing);
    // Joan learns nothing of the others.
    await ada.page.call('requireSecondFactor', { ...ada.inside, from: null });
    const reader = await member(service, {
      workspace: ada.workspace,
      grant: { role: 'read_only', domainNames: null },
    });
    const { members } = await reader.page.call('listMembers', reader.inside);
    expect(new Set(members.map(({ hasSecondFactor }) => hasSecondFactor))).toEqual(new Set([null]));
  });
});

describeService(
  'a second factor that the operator requires',
  (service) => {
    it('is needed in every workspace, and not for the own account or keys', async () => {
      const ada = await member(service);
      expectRefusal(await ada.page.request('getOverview', ada.inside), missing);
      expect((await ada.page.request('listSessions', {})).status).toBe(200);
      expect((await ada.workspace.client.send('GET', '/v1/account')).status).toBe(200);
      expect((await ada.page.open()).workspaces).toMatchObject([
        { secondFactorDueAt: '2026-01-31T00:00:00.000Z' },
      ]);
      await withTotp(ada.page);
      expect((await ada.page.request('getOverview', ada.inside)).status).toBe(200);
    });
  },
  { settings: { HOSTMASTER_SECOND_FACTOR_FROM: '2026-01-31' } },
);
