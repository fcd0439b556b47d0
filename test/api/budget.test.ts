/** The monthly budget: one mail and one event for each threshold, whatever process compares. */
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { calendarNow } from '../../packages/server/src/composition/open-stores.ts';
import { BudgetWatch } from '../../packages/server/src/lifecycle/budget-watch.ts';
import { mailsTo, member } from '../dashboard-api/people.ts';

const forget = query<{ workspaceId: string }>()(({ db, p }) =>
  db.updateTable('budgets').set({ checked_seq: 0 }).where('workspace_id', '=', p.workspaceId),
);

describeService('A monthly budget', (service) => {
  it('alerts once at 80 % and once at 100 %, and again in the next month', async () => {
    const { page, inside, person, workspace } = await member(service);
    const { client } = workspace;
    await page.call('renameWorkspace', { ...inside, email: person.email });
    expect((await client.call('getSpending', {})).budget).toBeNull();
    await client.call('setBudget', { budget: 45 });
    expect((await client.call('getSpending', {})).budget).toBe(45);

    // 24 of 45 credits: below both thresholds.
    await service.liveDomain(client);
    const domain = await service.liveDomain(client);
    expect(await alertsOf(client)).toEqual([]);
    await client.call('renewDomain', { domain });
    const month = (await client.call('getSpending', {})).months.at(-1)?.month;
    const at80 = { month, percent: 80, budget: 45, spent: 38 };
    await until('80 %', async () => (await alertsOf(client)).length === 1);
    expect(await alertsOf(client)).toEqual([at80]);
    await client.call('renewDomain', { domain });
    await until('100 %', async () => (await alertsOf(client)).length === 2);
    const at100 = { month, percent: 100, budget: 45, spent: 52 };
    expect(await alertsOf(client)).toEqual([at80, at100]);

    // Any process that compares again, or several at once, finds both alerted.
    await service.database.transaction((tx) => tx.run(forget, inside));
    await Promise.all([watchOf(service).compareAll(), watchOf(service).compareAll()]);
    await client.call('renewDomain', { domain });
    await watchOf(service).compareAll();
    expect(await alertsOf(client)).toEqual([at80, at100]);
    const subjects = (await mailsTo(service, person)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('budget'))).toEqual([
      'You used 80% of your monthly budget',
      'You reached your monthly budget of 45 credits',
    ]);

    await service.advanceCalendar(32 * dayMs);
    for (let count = 0; count < 4; count += 1) await client.call('renewDomain', { domain });
    await until('the next month', async () => {
      const [, , ...later] = await alertsOf(client);
      return later.some(({ percent }) => percent === 100);
    });
    const [, , ...later] = await alertsOf(client);
    expect(new Set(later.map(({ percent }) => percent)).size).toBe(later.length);
    expect(later.every(({ month: other }) => other !== month)).toBe(true);
  });

  it('is about thresholds that are passed after it was set, and ends when it is removed', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('setBudget', { budget: 10 });
    await watchOf(service).compareAll();
    expect(await alertsOf(client)).toEqual([]);
    await client.call('setBudget', { budget: 30 });
    await client.call('renewDomain', { domain });
    await watchOf(service).compareAll();
    expect((await alertsOf(client)).map(({ percent }) => percent)).toEqual([80]);
    await client.call('setBudget', { budget: null });
    expect((await client.call('getSpending', {})).budget).toBeNull();
    await client.call('renewDomain', { domain });
    await watchOf(service).compareAll();
    expect(await alertsOf(client)).toHaveLength(1);
  });

  it('counts what the report counts: a refused registration comes back', async () => {
    const { client } = await service.workspace();
    const rejected = service.freshName('sandbox-reject');
    await client.call('registerDomain', { domain: rejected, contact });
    await service.settled();
    await client.call('setBudget', { budget: 12 });
    await watchOf(service).compareAll();
    expect(await alertsOf(client)).toEqual([]);
    await service.liveDomain(client);
    await watchOf(service).compareAll();
    const { months } = await client.call('getSpending', {});
    expect(months.at(-1)?.credits).toBe(12);
    expect(await alertsOf(client)).toMatchObject([{ percent: 100, spent: 12 }]);
  });

  it('is answered as it was set, and is in the activity with the key that set it', async () => {
    const { page, inside, workspace } = await member(service);
    const key = await service.key(workspace);
    expect(await key.client.call('setBudget', { budget: 45.5 })).toEqual({ budget: 45.5 });
    expect((await key.client.call('getSpending', {})).budget).toBe(45.5);
    expect(await key.client.call('setBudget', { budget: null })).toEqual({ budget: null });
    const { entries } = await page.call('listActivity', inside);
    expect(entries.filter(({ actor }) => actor.id === key.id).map(({ action }) => action)).toEqual([
      'credits.budget_set',
      'credits.budget_set',
    ]);
  });

  it('403: a key of lesser scope, and one that is limited to certain domains', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    for (const options of [{ scope: 'read' }, { scope: 'dns' }, { domains: [domain] }] as const) {
      const { client } = await service.key(workspace, options);
      const answer = await client.request('setBudget', { budget: 45 });
      expectRefusal(answer, { status: 403, code: 'forbidden' });
    }
    expect((await workspace.client.call('getSpending', {})).budget).toBeNull();
  });

  it.each([
    ['nothing', 0],
    ['less than one', 0.99],
    ['less than nothing', -5],
    ['too much', 1_000_000.01],
    ['far too much', 1e9],
    ['three decimals', 1.234],
    ['a text', '5'],
    ['a list', [5]],
    ['no budget', undefined],
  ])('400: %s', async (_, budget) => {
    const { client } = await service.workspace();
    const answer = await client.request('setBudget', { budget });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['budget'] });
    expect((await client.call('getSpending', {})).budget).toBeNull();
  });
});

function watchOf(service: TestService): BudgetWatch {
  return new BudgetWatch({
    database: service.database,
    links: { publicUrl: service.url },
    calendarNow: (reader) => calendarNow(reader, systemClock),
    log: service.logger,
  });
}

async function alertsOf(client: ApiClient) {
  const { events } = await client.call('listEvents', { limit: 1_000 });
  return events.flatMap((event) => {
    if (event.type !== 'credits.budget_reached') return [];
    const { actor: _, ...data } = event.data;
    return [data];
  });
}
