/** What an operator learns of a registry that needs a person: by metrics, and by mail once a day. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { openRegistryFront } from '@hostmaster/test-rig/registry-front';
import { contact, TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { query } from '../../packages/server/src/storage/schema.ts';

const listAlerts = query<object>()(({ db }) =>
  db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'subject'])
    .where('kind', 'like', 'registry-%')
    .orderBy('id'),
);

const engine = createEngine('sqlite');

it('an empty deposit and a refused sign-in', async () => {
  const registry = await openRegistryFront(await engine.place());
  engine.afterwards(() => registry.close());
  const settings = { ...registry.settings, HOSTMASTER_OPERATOR_EMAIL: 'ops@example.com' };
  const service = new TestService(engine, { settings });
  await service.start();
  const { client } = await service.workspace();
  const alerts = () => service.database.all(listAlerts, {});

  await client.call('registerDomain', { domain: 'sandbox-unfunded-name.com', contact });
  await until('a mail about the deposit', async () => (await alerts()).length === 1);
  const metrics = await service.metrics();
  expect(metrics).toMatch(
    /hostmaster_epp_command_seconds_count{registry="sandbox",command="domain:create",code="2104"} [1-9]/,
  );
  expect(metrics).toMatch(
    /hostmaster_epp_connections_total{registry="sandbox",outcome="opened"} [1-9]/,
  );
  expect(metrics).toMatch(/hostmaster_epp_sessions{registry="sandbox",state="idle"} \d/);
  expect(metrics).toContain('hostmaster_epp_queue{registry="sandbox"} 0');

  registry.front.accounts.setPassword('hostmaster', 'changed at the registry');
  registry.line.cut();
  registry.line.restore();
  await until('a mail about the sign-in', async () => {
    await client.request('checkDomains', { domain: `any-${Date.now()}.com` });
    return (await alerts()).length === 2;
  });
  expect(await alerts()).toEqual([
    {
      kind: 'registry-deposit-empty',
      recipient: 'ops@example.com',
      subject: 'The deposit at sandbox is used up',
    },
    {
      kind: 'registry-sign-in-refused',
      recipient: 'ops@example.com',
      subject: 'sandbox refuses the sign-in',
    },
  ]);
  expect(await service.metrics()).toContain('outcome="refused"} 2');
  await service.stop();
});
