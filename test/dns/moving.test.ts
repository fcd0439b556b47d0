/**
 * A signed domain goes to another operator that signs it, and one comes from there, as a validating resolver sees
 * it. The other operator is BIND with its own keys, the parent is BIND with the zone of the sandbox registry, and
 * the resolver is unbound. In each phase those operators are asked that resolvers may ask then, in both orders, so
 * that the answers of one meet the keys of the other: with the DS records that the parent had in the phase before,
 * and with those that it has now.
 */
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines, describeOnOneEngine } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dnssecOf, signedDomain, untilPhase } from '../api/dnssec-phases.ts';
import { dsOfKey } from '../api/foreign-key.ts';
import { Operator } from '../cli/operator.ts';
import { OtherOperator } from './other-operator.ts';
import { PrivateParent } from './private-parent.ts';
import { ValidatingResolver } from './validating-resolver.ts';

const away = ['ns1.other.example', 'ns2.other.example'];
/** The answers tell who gave them. */
const addresses = { here: '192.0.2.1', other: '192.0.2.2' } as const;
type Side = keyof typeof addresses;

const otherZone = `$TTL 300
@ IN SOA ns1.other.example. hostmaster.other.example. 1 3600 600 1209600 300
@ IN NS ns1.other.example.
@ IN NS ns2.other.example.
*.any IN A ${addresses.other}
`;

/** With npm run test:long also on PostgreSQL: what is walked through here are the phases, not the store. */
const describeWalks =
  process.env.HOSTMASTER_TEST_LONG === undefined ? describeOnOneEngine : describeOnBothEngines;

describeWalks('a signed domain that moves between two operators', (engine) => {
  const service = new TestService(engine, {});
  let client: ApiClient;
  let commands: Operator;

  beforeAll(async () => {
    await service.start();
    ({ client } = await service.workspace());
    commands = new Operator(service.place);
  });
  afterAll(() => service.stop());

  it('is validated on its way to another operator', { timeout: 300_000 }, async () => {
    const domain = await signedDomain(service, client, 'moving-out.com');
    const record = { type: 'A', name: '*.any', value: addresses.here } as const;
    await client.call('createRecord', { domain, ...record });
    const world = await startWorld(domain);
    const { other } = world;
    const [own] = (await dnssecOf(client, domain)).keys;
    if (own === undefined) expect.unreachable();
    await other.publish(otherZone, [own.dnskey]);
    await world.publishParent();
    await world.expectValid(['here']);
    // Too early: resolvers know no key of the other operator.
    expect(await world.ask('other')).toBe('ESERVFAIL');
    await world.forget();

    await client.call('enableDnssec', { domain, foreignKeys: [...other.keys] });
    await untilPhase(client, domain, 'waiting_for_foreign_keys_in_caches');
    await world.expectValidBeforeAndAfter(['here']);
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_both_ds');
    await world.forget();
    await world.expectValidBeforeAndAfter(['here']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'shared');
    await world.forget();
    await world.expectValidBeforeAndAfter(['here', 'other']);

    const [ours = ''] = service.config.nameservers;
    await changeNameservers(domain, [ours, ...away]);
    await world.expectValidBeforeAndAfter(['here', 'other']);
    await changeNameservers(domain, away);
    await world.expectValidBeforeAndAfter(['here', 'other']);
    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    await world.expectValidBeforeAndAfter(['here', 'other']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_own_ds');
    // One that remembers the DS records of both may come to either.
    await world.expectValid(['here', 'other']);
    await world.expectValidBeforeAndAfter(['other']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    await world.forget();
    await world.expectValidBeforeAndAfter(['other']);
    // The key of this service is no longer needed there.
    await other.publish(otherZone, []);
    await world.expectValid(['other']);
    expect(await world.delv()).toContain('; fully validated');
    expect((await dnssecOf(client, domain)).foreignDs).toEqual([dsOfKey(domain, other.keys[0])]);
  });

  it('is validated on its way from another operator', { timeout: 300_000 }, async () => {
    const domain = await service.liveDomain(client, 'moving-in.com');
    const record = { type: 'A', name: '*.any', value: addresses.here } as const;
    await client.call('createRecord', { domain, ...record });
    const world = await startWorld(domain);
    const { other } = world;
    await other.publish(otherZone, []);
    await changeNameservers(domain, away);
    const ds = [dsOfKey(domain, other.keys[0])];
    await client.call('enableDnssec', { domain, ds, force: true });
    await untilPhase(client, domain, 'on');
    await world.publishParent();
    await world.expectValid(['other']);
    expect(await world.ask('here')).toBe('ESERVFAIL');
    await world.forget();

    await client.call('enableDnssec', { domain, foreignKeys: [...other.keys] });
    await untilPhase(client, domain, 'waiting_for_caches');
    const [own] = (await dnssecOf(client, domain)).keys;
    if (own === undefined) expect.unreachable();
    await other.publish(otherZone, [own.dnskey]);
    await world.expectValidBeforeAndAfter(['other']);
    await service.advanceCalendar(dayMs);
    await untilPhase(client, domain, 'waiting_for_both_ds');
    await world.forget();
    await world.expectValidBeforeAndAfter(['other']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'shared');
    await world.forget();
    await world.expectValidBeforeAndAfter(['other', 'here']);

    await changeNameservers(domain, [...service.config.nameservers, ...away]);
    await world.expectValidBeforeAndAfter(['other', 'here']);
    await changeNameservers(domain, service.config.nameservers);
    await world.expectValidBeforeAndAfter(['other', 'here']);
    await client.call('enableDnssec', { domain, foreignKeys: [] });
    await untilPhase(client, domain, 'waiting_for_nameservers');
    await world.expectValidBeforeAndAfter(['other', 'here']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'waiting_for_foreign_ds');
    await world.expectValid(['other', 'here']);
    await world.expectValidBeforeAndAfter(['here']);
    await service.advanceCalendar(2 * dayMs);
    await untilPhase(client, domain, 'on');
    await world.forget();
    await world.expectValidBeforeAndAfter(['here']);
    expect(await world.delv()).toContain('; fully validated');
    expect((await dnssecOf(client, domain)).foreignKeys).toEqual([]);
  });

  async function changeNameservers(domain: string, nameservers: readonly string[]): Promise<void> {
    await client.call('replaceNameservers', { domain, nameservers: [...nameservers] });
    const wanted = nameservers.toSorted().join();
    await until('the registry has the nameservers', async () => {
      return (await service.registrar.info(domain))?.nameservers.toSorted().join() === wanted;
    });
  }

  async function startWorld(domain: string): Promise<World> {
    const other = await OtherOperator.create(domain);
    engine.afterwards(() => other.stop());
    const parent = await PrivateParent.create({ domain, childPort: service.dnsPort });
    engine.afterwards(() => parent.stop());
    await parent.publish(await commands.text('sandbox', 'zone', 'com'));
    const resolver = await ValidatingResolver.start({
      domain,
      anchor: parent.key,
      parentPort: parent.port,
      childPorts: [service.dnsPort],
    });
    engine.afterwards(() => resolver.stop());
    return new World({ domain, other, parent, resolver });
  }

  /** The two operators, the parent, and a resolver between them. */
  class World {
    readonly other: OtherOperator;
    readonly #domain: string;
    readonly #parent: PrivateParent;
    readonly #resolver: ValidatingResolver;
    #asked = 0;

    constructor(parts: {
      readonly domain: string;
      readonly other: OtherOperator;
      readonly parent: PrivateParent;
      readonly resolver: ValidatingResolver;
    }) {
      this.#domain = parts.domain;
      this.other = parts.other;
      this.#parent = parts.parent;
      this.#resolver = parts.resolver;
    }

    /** The parent has what the registry has now; the resolver remembers what it had before. */
    async publishParent(): Promise<void> {
      await this.#parent.replace(await commands.text('sandbox', 'zone', 'com'));
    }

    /** A name that the resolver has never asked for, from the nameservers of one side. */
    async ask(side: Side): Promise<string> {
      const port = side === 'here' ? service.dnsPort : this.other.port;
      await this.#resolver.control('stub_add', this.#domain, `127.0.0.1@${port}`);
      this.#asked += 1;
      return this.#resolver.ask(`x${this.#asked}.any.${this.#domain}`);
    }

    /** Each side answers, to a resolver that has the keys from it or from the other one. */
    async expectValid(sides: readonly Side[]): Promise<void> {
      for (const order of [sides, sides.toReversed()]) {
        await this.forget();
        await this.#expectAnswers([...order, ...order]);
      }
    }

    /** With the DS records of the phase before, remembered while they change, and with those of now. */
    async expectValidBeforeAndAfter(sides: readonly Side[]): Promise<void> {
      await this.expectValid(sides);
      await this.publishParent();
      await this.#expectAnswers(sides);
      await this.expectValid(sides);
    }

    async #expectAnswers(sides: readonly Side[]): Promise<void> {
      for (const side of sides) {
        expect(await this.ask(side), this.#resolver.log()).toBe(addresses[side]);
      }
    }

    /** Keys, too, which `flush_type` leaves in place. */
    async forget(): Promise<void> {
      await this.#resolver.control('flush_zone', this.#domain);
    }

    delv(): Promise<string> {
      return this.#parent.delv(`x.any.${this.#domain}`, 'A', this.#resolver.port);
    }
  }
});
