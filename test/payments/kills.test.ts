/**
 * The process is killed wherever a payment could be lost or counted twice: before and after each of
 * our commits, and between Stripe's side and ours. The next process must reach the same state.
 */

import { dayMs } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { until } from '@hostmaster/test-rig/crash-until';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { StripeStandIn } from '@hostmaster/test-rig/stripe-stand-in';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { listWorkspacesWithBalance } from '../../packages/server/src/storage/queries/workspaces/workspaces.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { newSession } from '../../packages/server/src/users/sessions.ts';
import { newUser } from '../../packages/server/src/users/users.ts';
import { ownerGrant } from '../../packages/server/src/workspaces/actor.ts';
import { type CrashSite, creditsGiven, openCrashSite } from '../crash/crash-site.ts';
import { configOf, expectLedgerVerified } from '../crash/examine.ts';
import { askVariable, type Fault, readMarks } from '../crash/fault.ts';

const credits = 20;
const completed = 'checkout.session.completed';

describeOnBothEngines('SIGKILL during a payment', (engine) => {
  let stripe: StripeStandIn;
  let site: CrashSite;
  let cookie: string;
  let workspaceId: string;
  let server: ServerProcess;
  let page: DashboardClient;
  let balance = creditsGiven;

  beforeAll(async () => {
    stripe = await StripeStandIn.open();
    site = await openCrashSite(engine);
    ({ cookie, workspaceId } = await createSession(site));
    await start();
  });
  afterAll(async () => {
    await server.destroy();
    await stripe.close();
    await expectLedgerVerified(site.place);
  });

  it.each(['before-commit', 'after-commit'] as const)(
    'of a request, %s: the same Idempotency-Key finds or makes one top-up',
    async (point) => {
      await killDuring({ point, subject: 'top-up', signal: 'SIGKILL' }, () => requestTopUp(point));
      const topUpId = await requestTopUp(point);
      expect(await requestTopUp(point)).toBe(topUpId);
      await payAndDeliver(topUpId);
    },
  );

  it.each(['before-commit', 'after-commit'] as const)(
    'of the note where to pay, %s: the repetition leads to the session that Stripe has',
    async (point) => {
      const key = `checkout ${point}`;
      const before = stripe.sessions.length;
      await killDuring({ point, subject: 'checkout', signal: 'SIGKILL' }, () => requestTopUp(key));
      const topUpId = await requestTopUp(key);
      expect(stripe.sessions).toHaveLength(before + 1);
      await payAndDeliver(topUpId);
    },
  );

  it.each(['before-commit', 'after-commit'] as const)(
    'of a payment, %s: Stripe sends the event again, and it counts once',
    async (point) => {
      const topUpId = await requestTopUp(`payment ${point}`);
      const event = stripe.event(completed, stripe.pay(stripe.sessionOf(topUpId)));
      await killDuring({ point, subject: 'payment', signal: 'SIGKILL' }, () => deliver(event));
      balance += credits;
      expect((await deliver(event)).status).toBe(200);
      await expectPaid(topUpId);
    },
  );

  it.each(['before-commit', 'after-commit'] as const)(
    'of a payment, %s: without another webhook, it is found by asking Stripe',
    async (point) => {
      const topUpId = await requestTopUp(`forgotten ${point}`);
      const event = stripe.event(completed, stripe.pay(stripe.sessionOf(topUpId)));
      const environment = { [askVariable]: '50' };
      const fault = { point, subject: 'payment', signal: 'SIGKILL' } as const;
      await killDuring(fault, () => deliver(event), environment);
      balance += credits;
      // Read from the database: reading the top-up by the API would make the service query Stripe.
      await until(async () => (await balanceOf()) === balance, {
        what: () => `${topUpId} to be credited`,
        withinMs: 60_000,
      });
      await expectPaid(topUpId);
    },
  );

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    server = await site.start({ environment: { ...stripe.settings, ...environment } });
    const client = new ApiClient({ url: server.url, apiKey: null });
    page = new DashboardClient(client, { origin: server.url });
    page.cookie = cookie;
    await page.open();
  }

  /** The request goes unanswered, the process is gone, and another takes its place. */
  async function killDuring(
    fault: Fault,
    request: () => Promise<unknown>,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const before = readMarks(site.place).length;
    expect(await server.send(fault)).toBe('armed');
    await expect(request()).rejects.toThrow();
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(readMarks(site.place).slice(before)).toEqual([`${fault.point} ${fault.subject} `]);
    await start(environment);
  }

  async function requestTopUp(key: string): Promise<string> {
    const headers = { 'idempotency-key': key };
    const answer = await page.request('createTopUp', { workspaceId, credits }, { headers });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.body as { topUp: { id: string } }).topUp.id;
  }

  function deliver({ body, headers }: ReturnType<StripeStandIn['event']>): Promise<Response> {
    return fetch(`${server.url}/webhooks/stripe`, { method: 'POST', headers, body });
  }

  async function payAndDeliver(topUpId: string): Promise<void> {
    const event = stripe.event(completed, stripe.pay(stripe.sessionOf(topUpId)));
    expect((await deliver(event)).status).toBe(200);
    balance += credits;
    await expectPaid(topUpId);
  }

  async function stateOf(topUpId: string): Promise<string> {
    return (await page.call('getTopUp', { workspaceId, topUpId })).topUp.state;
  }

  async function expectPaid(topUpId: string): Promise<void> {
    expect(await stateOf(topUpId)).toBe('paid');
    expect(await balanceOf()).toBe(balance);
    const { receipts } = await page.api('listReceipts', { workspaceId });
    const count = (balance - creditsGiven) / credits;
    const numbers = Array.from({ length: count }, (_, index) => count - index);
    expect(receipts.map(({ number }) => number)).toEqual(numbers);
  }

  async function balanceOf(): Promise<number> {
    return (await page.call('getCredits', { workspaceId })).balance;
  }
});

/** Creates a user with a session before any server runs. */
async function createSession(site: CrashSite): Promise<{ cookie: string; workspaceId: string }> {
  const { database, close } = await openStores(configOf(site.place));
  try {
    const [workspace] = await readList(database, listWorkspacesWithBalance, {});
    const workspaceId = workspace?.id ?? '';
    const now = Date.now();
    const user = newUser({
      email: 'crash@example.com',
      name: 'Crash',
      passwordHash: '',
      isEmailVerified: true,
      at: now,
    });
    const member = { userId: user.id, workspaceId, createdAt: now, ...ownerGrant };
    const device = { address: '127.0.0.1', userAgent: 'test' };
    const { cookieValue, row } = newSession({
      userId: user.id,
      device,
      now,
      factorAt: null,
      lifeMs: 30 * dayMs,
    });
    await persistChange(database, { rows: [insert(users, user), insert(members, member), row] });
    return { cookie: `hostmaster=${cookieValue}`, workspaceId };
  } finally {
    await close();
  }
}
