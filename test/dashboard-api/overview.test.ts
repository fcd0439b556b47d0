import { dayMs } from '@hostmaster/contract/durations';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

describeService('the overview', (service) => {
  it('of an empty workspace shows what to do first', async () => {
    const { page } = await member(service);
    const { workspace } = await page.call('createWorkspace', { name: 'Empty' });
    const overview = await page.call('getOverview', { workspaceId: workspace.id });
    expect(overview).toMatchObject({
      balance: 0,
      forecast: { untilDays: 30, requiredCredits: 0, missingCredits: 0, renewals: [] },
      attention: [],
      isAttentionCut: false,
      steps: { hasCredits: false, hasDomain: false, hasRecord: false, hasToken: false },
      domainCounts: { active: 0, expiring_soon: 0, expired: 0, deleted: 0, failed: 0 },
    });
    expect(overview.activity).toHaveLength(1);
  });

  it('marks each completed step', async () => {
    const { page, inside } = await member(service);
    const domain = service.freshName();
    await page.api('registerDomain', { ...inside, domain, contact });
    await page.api('createRecord', { ...inside, domain, type: 'TXT', value: 'x' });
    const { steps, domainCounts, activity } = await page.call('getOverview', inside);
    // Credits and the key are the operator's gift: no step of the customer.
    expect(steps).toEqual({
      hasCredits: true,
      hasToppedUp: false,
      hasDomain: true,
      hasRecord: true,
      hasToken: false,
    });
    expect(domainCounts.active).toBe(1);
    expect(activity.some(({ text }) => text === `added @ TXT x to ${domain}`)).toBe(true);
  });
});

/** Moves the calendar: a service of its own. */
describeService('what needs attention', (service) => {
  it('failed, expiring without renewal, expired, and credits for those that renew', async () => {
    const { page, inside, workspace } = await member(service, { credits: '37' });
    const failed = service.freshName('sandbox-reject');
    await page.api('registerDomain', { ...inside, domain: failed, contact });
    const overview = () => page.call('getOverview', inside);
    await until('it failed', async () => (await overview()).domainCounts.failed === 1);
    const lapsing = await service.liveDomain(workspace.client);
    const renewing = await service.liveDomain(workspace.client);
    await workspace.client.call('updateDomain', { domain: renewing, autoRenew: true });
    await service.advanceCalendar(340 * dayMs);
    const refusedToday = service.freshName('sandbox-reject');
    await page.api('registerDomain', { ...inside, domain: refusedToday, contact });
    await until('it failed', async () => (await overview()).domainCounts.failed === 2);
    const soon = await overview();
    expect(soon.domainCounts).toMatchObject({ expiring_soon: 2, failed: 2 });
    // A refused registration is listed for a limited time only.
    expect(soon.attention.map(({ kind, domain }) => [kind, domain])).toEqual([
      ['low_credits', null],
      ['expiring_without_renewal', lapsing],
      ['registration_failed', refusedToday],
    ]);
    expect(soon.forecast.renewals.map(({ domain }) => domain)).toEqual([renewing]);
    for (const { text } of soon.attention) expect(text).toMatch(/^[\w-].*\.$/);
    await service.advanceCalendar(27 * dayMs);
    const late = await overview();
    expect(late.attention.map(({ kind, domain }) => [kind, domain])).toEqual([
      ['renewals_unpaid', null],
      ['low_credits', null],
      ['expired', lapsing],
    ]);
    const [{ credits = 0 } = {}] = late.unpaid.domains;
    expect(late.unpaid).toEqual({
      count: 1,
      domains: [{ domain: renewing, credits }],
      requiredCredits: credits,
      missingCredits: credits - late.balance,
      topUp: { provider: 'sandbox', credits: Math.max(5, Math.ceil(credits - late.balance)) },
    });
    // The forecast counts it: it is due now.
    expect(late.forecast.renewals.map(({ domain }) => domain)).toEqual([renewing]);
    expect(late.forecast.missingCredits).toBe(credits - late.balance);
  });
});
