/**
 * The way of a person from the switch in the dashboard to a validated name, and back: the sandbox registry
 * gets the DS record, a private parent signed by BIND publishes it, and unbound and delv validate from its key.
 */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dnssecOf } from '../api/dnssec-phases.ts';
import { Operator } from '../cli/operator.ts';
import { PrivateParent } from '../dns/private-parent.ts';
import { ValidatingResolver } from '../dns/validating-resolver.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

const domain = 'switched-on.com';
const www = `www.${domain}`;

describeDashboard('the DNSSEC switch', (dashboard) => {
  const { service } = dashboard;
  let client: ApiClient;
  let operator: Operator;
  let parent: PrivateParent;
  let resolver: ValidatingResolver;
  const servers: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    requireDnsPeers();
    const { workspaceId: id } = await dashboard.owner();
    await service.addCredits({ id }, '50');
    ({ client } = await service.key({ id }));
    await service.liveDomain(client, domain);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    operator = new Operator(service.place);
    parent = await PrivateParent.create({ domain, childPort: service.dnsPort });
    servers.push(parent);
    await parent.publish(await parentZone());
    const places = { parentPort: parent.port, childPorts: [service.dnsPort] };
    resolver = await ValidatingResolver.start({ domain, anchor: parent.key, ...places });
    servers.push(resolver);
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  const parentZone = () => operator.text('sandbox', 'zone', 'com');
  /** The parent has what the registry has; the resolver still has what it remembers. */
  const publish = async () => parent.replace(await parentZone());
  /** As if the TTLs of what the resolver remembers were over. */
  const forget = () => resolver.control('flush_zone', 'com');
  const delv = (name = www) => parent.delv(name, 'A', resolver.port);

  /** What the resolver itself says: delv asks it not to check. */
  async function isValidated(): Promise<boolean> {
    const answer = await dig(resolver.port, www, 'A', '+adflag');
    expect(answer).toContain('192.0.2.1');
    return /flags:[^;]* ad[ ;]/.test(answer);
  }

  it('makes resolvers validate the domain, and accept it unsigned after it is turned off', async () => {
    expect(await delv()).toContain('; unsigned answer');
    expect(await isValidated()).toBe(false);

    const { page } = await openStage(dashboard, `domains/${domain}/settings`);
    const card = page.getByRole('region', { name: 'DNSSEC' });
    const signing = card.getByRole('switch', { name: 'Sign this domain' });
    const steps = card.getByRole('list', { name: 'DNSSEC steps' });
    const waiting = steps.getByText('Wait for caches').and(page.locator('[aria-current=step]'));
    await card.getByText('Off', { exact: true }).waitFor();
    await signing.click();
    await waiting.waitFor();
    // The zone is signed, and its parent has no DS record.
    await forget();
    const before = await delv();
    expect(before).toContain('; unsigned answer');
    expect(before).toContain('RRSIG');
    await operator.json('sandbox', 'advance', '1d');
    await card.getByText('On', { exact: true }).waitFor();
    expect(await signing.isChecked()).toBe(true);
    await publish();
    await forget();
    expect(await delv()).toContain('; fully validated');
    expect(await delv(`missing.${domain}`)).toContain('; negative response, fully validated');
    expect(await isValidated()).toBe(true);

    await signing.click();
    const question = page.getByRole('alertdialog', { name: `Turn off DNSSEC for ${domain}?` });
    await question.getByRole('button', { name: 'Turn off DNSSEC' }).click();
    await card.getByText('Turning off').waitFor();
    await waiting.waitFor();
    await publish();
    // The DS record is remembered, and the signatures are still there.
    await resolver.control('flush', www);
    expect(await delv()).toContain('; fully validated');
    expect(await isValidated()).toBe(true);
    await forget();
    expect(await delv()).toContain('; unsigned answer');
    await operator.json('sandbox', 'advance', '2d');
    await card.getByText('Off', { exact: true }).waitFor();
    expect(await signing.isChecked()).toBe(false);
    expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', keys: [] });
    await forget();
    const unsigned = await delv();
    expect(unsigned).toContain('; unsigned answer');
    expect(unsigned).not.toContain('RRSIG');
    expect(await isValidated()).toBe(false);
  });
});
