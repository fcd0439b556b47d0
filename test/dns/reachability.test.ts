/** A secondary that dies in quiet times is noticed without any change: with a real Knot. */
import { type Peer, requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';
import { openInbox } from '../lifecycle/inbox.ts';

const operator = 'ops@example.com';
const noticedMs = 90_000;

describe.each(['sqlite', 'postgres'] as const)('a secondary that does not answer (%s)', (name) => {
  const engine = createEngine(name);
  let inbox: Awaited<ReturnType<typeof openInbox>>;
  let service: TestService;
  let knot: Peer;

  beforeAll(async () => {
    requireDnsPeers();
    inbox = await openInbox();
    engine.afterwards(() => inbox.close());
    service = new TestService(engine, {
      settings: { HOSTMASTER_OPERATOR_EMAIL: operator, SMTP_URL: inbox.url },
    });
    await service.start();
    const { place, dnsPort: primaryPort } = service;
    knot = await startSecondary('knot', { engine, place, primaryPort });
  }, 200_000);
  afterAll(() => service.stop());

  const subjects = () => inbox.sentTo(operator).map(({ subject }) => subject);
  const linesAbout = (words: RegExp) =>
    service.log.filter(({ msg, secondary }) => secondary === 'knot' && words.test(String(msg)));
  const metric = async () =>
    /^hostmaster_secondary_reachable\{secondary="knot"\} (\d)$/m.exec(await service.metrics())?.[1];
  const list = async () => (await runCommand(service.place, 'secondary', 'list')).stdout;

  it('is noticed without a change, once, and again when it is back', async () => {
    const { client } = await service.workspace();
    const { page, person } = await member(service);
    await runCommand(service.place, 'user', 'operator', person.email);
    const shown = async () => (await page.call('getServiceState', {})).secondaries;
    const domain = await service.liveDomain(client);
    const propagation = () => client.call('getPropagation', { domain });
    await until('Knot is in sync', async () => (await propagation()).inSync, noticedMs);
    expect(await metric()).toBe('1');
    await until('it was asked', async () => /knot .* answers/.test(await list()), noticedMs);

    await knot.stop();
    await until('it is noticed', async () => !(await propagation()).inSync, noticedMs);
    expect((await propagation()).secondaries).toMatchObject([
      { name: 'knot', inSync: false, reachable: false },
    ]);
    expect(await metric()).toBe('0');
    expect(await list()).toMatch(/knot .* silent since/);
    expect(await shown()).toMatchObject([{ name: 'knot', state: 'silent' }]);
    const status = await runCommand(service.place, 'zone', 'status', domain);
    expect(status.stdout).toMatch(/knot .* unreachable/);
    await until('the operator has a mail', () => subjects().length === 1);
    expect(subjects()).toEqual(['knot does not answer']);
    expect(linesAbout(/does not answer/)).toHaveLength(1);

    await knot.start();
    await until('it is back', async () => (await propagation()).inSync, noticedMs);
    expect(await shown()).toMatchObject([{ name: 'knot', state: 'answers', silentSince: null }]);
    expect(await metric()).toBe('1');
    await until('the operator has another mail', () => subjects().length === 2);
    expect(subjects()).toEqual(['knot does not answer', 'knot answers again']);
    expect(linesAbout(/answers again/)).toHaveLength(1);
    expect(linesAbout(/does not answer/)).toHaveLength(1);
  });
});
