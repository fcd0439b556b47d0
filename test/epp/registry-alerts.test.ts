/** What the operator learns about a registry that needs a person: by metrics, and by mail once a day. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { openRegistryFront } from '@hostmaster/test-rig/registry-front';
import { contact, TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openInbox } from '../lifecycle/inbox.ts';

const operator = 'ops@example.com';
const engine = createEngine('sqlite');

it('a deposit that shrinks and is used up, a password that expires, a refused sign-in', async () => {
  const inbox = await openInbox();
  engine.afterwards(() => inbox.close());
  const registry = await openRegistryFront(await engine.place(), {
    loginSecurity: true,
    accountRules: { deposit: 100, passwordExpiresAt: Date.UTC(2030, 1, 1) },
    entry: { depositAlert: 80 },
  });
  engine.afterwards(() => registry.close());
  const service = new TestService(engine, {
    settings: {
      ...registry.settings,
      HOSTMASTER_OPERATOR_EMAIL: operator,
      SMTP_URL: inbox.url,
    },
  });
  await service.start();
  const { client } = await service.workspace();
  const { accounts } = registry.front;
  const subjects = () => inbox.sentTo(operator).map(({ subject }) => subject);
  const mailed = (count: number) =>
    until(`${count} mails`, async () => inbox.sentTo(operator).length === count);

  await mailed(1);
  expect(inbox.sentTo(operator)[0]?.text).toContain('password (warning, until 2030-02-01)');
  expect(await service.metrics()).toMatch(
    /hostmaster_epp_login_events_total{registry="sandbox",type="password",level="warning"} [1-9]/,
  );

  await client.call('registerDomain', { domain: 'first.com', contact });
  await until('it is charged', async () => accounts.depositOf('hostmaster') === 88);
  await client.call('registerDomain', { domain: 'second.com', contact });
  await mailed(2);
  expect(inbox.sentTo(operator)[1]?.text).toContain('is 76.00 USD');
  expect(await service.metrics()).toContain(
    'hostmaster_epp_deposit{registry="sandbox",currency="USD"} 76',
  );

  // Nothing that costs gets through, and nothing fails.
  accounts.setDeposit('hostmaster', 5);
  await client.call('registerDomain', { domain: 'third.com', contact });
  await client.call('renewDomain', { domain: 'first.com', years: 1 });
  await mailed(3);
  const metrics = await service.metrics();
  for (const command of ['create', 'renew']) {
    await until(`2104 to ${command}`, async () =>
      new RegExp(`command="domain:${command}",code="2104"} [1-9]`).test(await service.metrics()),
    );
  }
  expect((await client.call('getDomain', { domain: 'third.com' })).domain.status).toBe('active');
  accounts.setDeposit('hostmaster', 1_000);
  await until('both are done', async () => accounts.depositOf('hostmaster') === 1_000 - 12 - 14);
  expect(metrics).toMatch(
    /hostmaster_epp_connections_total{registry="sandbox",outcome="opened"} [1-9]/,
  );
  expect(metrics).toMatch(/hostmaster_epp_sessions{registry="sandbox",state="idle"} \d/);
  expect(metrics).toMatch(/hostmaster_epp_queue{registry="sandbox"} \d/);

  accounts.setPassword('hostmaster', 'changed at the registry');
  registry.line.cut();
  registry.line.restore();
  await until('a mail about the sign-in', async () => {
    await client.request('checkDomains', { domain: `any-${Date.now()}.com` });
    return inbox.sentTo(operator).length === 4;
  });
  expect(subjects()).toEqual([
    'sandbox sent a warning at sign-in',
    'The deposit at sandbox is low',
    'The deposit at sandbox is used up',
    'sandbox refuses our sign-in',
  ]);
  expect(await service.metrics()).toContain('outcome="refused"} 2');
  await service.stop();
});
