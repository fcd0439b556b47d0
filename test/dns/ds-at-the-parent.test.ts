/**
 * Phases that wait until a resolver sees the DS records in the zone of the registry: BIND serves the parent
 * as the sandbox registry publishes it, and unbound is the resolver of the service.
 */
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { freePort, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dnssecOf, signersAt, typesOf, untilPhase } from '../api/dnssec-phases.ts';
import { Operator } from '../cli/operator.ts';
import { PrivateParent } from './private-parent.ts';
import { ValidatingResolver } from './validating-resolver.ts';

const domain = 'seen-at-the-parent.com';
const port = await freePort();
const settings = { HOSTMASTER_DNSSEC_RESOLVER: `127.0.0.1:${port}` };

describeOnBothEngines('a phase that waits for the zone of the registry', (engine) => {
  const service = new TestService(engine, { settings });
  let client: ApiClient;
  let operator: Operator;
  let parent: PrivateParent;
  let resolver: ValidatingResolver;

  beforeAll(async () => {
    requireDnsPeers();
    await service.start();
    ({ client } = await service.workspace());
    operator = new Operator(service.place);
    await service.liveDomain(client, domain);
    parent = await PrivateParent.create({ domain, childPort: service.dnsPort });
    engine.afterwards(() => parent.stop());
    await parent.publish(await parentZone());
  });
  afterAll(() => service.stop());

  const parentZone = () => operator.text('sandbox', 'zone', 'com');
  const waitsFor = async () => (await dnssecOf(client, domain)).waitsFor ?? '';
  const unseen = 'it has not been seen in its zone yet';

  /** The parent has what the registry has, and the resolver has forgotten what it had before. */
  async function publish(): Promise<void> {
    await parent.replace(await parentZone());
    await resolver.control('flush_zone', 'com');
  }

  async function untilUnseen(phase: string): Promise<void> {
    await until(`${phase} waits for the zone`, async () => (await waitsFor()).includes(unseen));
    expect((await dnssecOf(client, domain)).phase).toBe(phase);
  }

  it('names a resolver that does not answer, and goes on when it sees the DS record', async () => {
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.advanceCalendar(dayMs);
    await until('the resolver is named', async () => (await waitsFor()).includes(`:${port}`));
    const waiting = await dnssecOf(client, domain);
    expect(waiting).toMatchObject({ state: 'turning_on', phase: 'sending_ds' });
    expect(waiting.waitsFor).toContain('no resolver has answered');
    expect(waiting.until).not.toBeNull();
    expect(await signersAt(service, domain)).toEqual(waiting.keys.map(({ ds }) => ds));

    const places = { parentPort: parent.port, childPorts: [service.dnsPort] };
    resolver = await ValidatingResolver.start({ domain, anchor: parent.key, ...places, port });
    engine.afterwards(() => resolver.stop());
    await untilUnseen('sending_ds');
    await publish();
    await untilPhase(client, domain, 'on');
    const types = await typesOf(client, domain);
    expect(types.filter((type) => type === 'dnssec.on')).toHaveLength(1);
  });

  it('is each phase of a new key, and the removal of the DS record', async () => {
    await client.call('rollDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_key_in_caches');
    await service.advanceCalendar(dayMs);
    await untilUnseen('adding_new_ds');
    await publish();
    await untilPhase(client, domain, 'waiting_for_new_ds');
    await service.advanceCalendar(2 * dayMs);
    await untilUnseen('removing_old_ds');
    await publish();
    await untilPhase(client, domain, 'waiting_for_old_ds');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    const types = await typesOf(client, domain);
    expect(types.filter((type) => type === 'dnssec.rolled')).toHaveLength(1);

    await client.call('disableDnssec', { domain });
    await untilUnseen('removing_ds');
    await publish();
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
  });

  it('does not end while the zone shows something else', async () => {
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.advanceCalendar(dayMs);
    await untilUnseen('sending_ds');
    await service.advanceCalendar(30 * dayMs);
    await untilUnseen('sending_ds');
    await publish();
    // After this time it is asked once an hour, and when the registry is compared.
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'on');
    await client.call('disableDnssec', { domain });
    await untilUnseen('removing_ds');
    await service.advanceCalendar(30 * dayMs);
    // Resolvers validate the zone all the time.
    await untilUnseen('removing_ds');
    expect(await resolver.ask(`www.${domain}`)).toBe('192.0.2.1');
    await publish();
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, null);
  });

  it('ends after a week in which no resolver answers', async () => {
    await client.call('enableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_caches');
    await service.advanceCalendar(dayMs);
    await untilUnseen('sending_ds');
    await resolver.stop();
    await until('the silence is seen', async () =>
      (await waitsFor()).includes('no resolver has answered'),
    );
    const { phase, until: end } = await dnssecOf(client, domain);
    expect(phase).toBe('sending_ds');
    expect(end).not.toBeNull();
    await service.advanceCalendar(7 * dayMs);
    await untilPhase(client, domain, 'on');
  });
});
