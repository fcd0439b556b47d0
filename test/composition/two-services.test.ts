/** Two services in one process, each with its own data: a change in one is unknown to the other. */
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceEventKind } from '../../packages/server/src/base/events.ts';
import { StandInSecondary } from '../dns/stand-in-secondary.ts';

const eventKinds = [
  'jobs-changed',
  'job-leased',
  'zone-changed',
  'targets-added',
  'key-revoked',
] as const;

describeOnBothEngines('two services in one process', (engine) => {
  const one = new TestService(engine, {});
  const other = new TestService(engine, {});
  const secondaryOfOne = new StandInSecondary(one, 'listener');
  const secondaryOfOther = new StandInSecondary(other, 'listener');

  beforeAll(async () => {
    await Promise.all([one.start(), other.start()]);
    await Promise.all([secondaryOfOne.start(), secondaryOfOther.start()]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await Promise.all([secondaryOfOne.stop(), secondaryOfOther.stop()]);
  });

  // First, because `other` has nothing of its own to publish yet.
  it('publish their events on their own bus', async () => {
    const received = { one: eventsOf(one), other: eventsOf(other) };
    const workspace = await one.workspace();
    const zone = await one.liveDomain(workspace.client);
    await workspace.client.call('createRecord', {
      domain: zone,
      name: 'flat',
      type: 'ALIAS',
      value: 'target.example',
    });
    await workspace.client.call('renewDomain', { domain: zone });
    await one.revoke((await one.key(workspace)).id);
    await one.settled();
    expect(received.one).toEqual(new Set(eventKinds));
    expect(received.other).toEqual(new Set());
  });

  it('send NOTIFY for their own zones only', async () => {
    const zone = await changedZone(one);
    await until('one sends NOTIFY', () => secondaryOfOne.notified.includes(zone));
    const otherZone = await changedZone(other);
    await until('the other sends NOTIFY', () => secondaryOfOther.notified.includes(otherZone));
    expect(secondaryOfOther.notified).not.toContain(zone);
    expect(secondaryOfOne.notified).not.toContain(otherZone);
  });
});

/** Fills up with the kinds of events published from now on. */
function eventsOf(service: TestService): ReadonlySet<ServiceEventKind> {
  const kinds = new Set<ServiceEventKind>();
  for (const kind of eventKinds) service.database.events.subscribe(kind, () => kinds.add(kind));
  return kinds;
}

async function changedZone(service: TestService): Promise<string> {
  const { client } = await service.workspace();
  const zone = await service.liveDomain(client, service.freshName(`zone-${service.dnsPort}`));
  await client.call('createRecord', { domain: zone, type: 'A', name: 'www', value: '192.0.2.1' });
  return zone;
}
