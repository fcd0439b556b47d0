/** Confirmed serials come from answers of the secondary: a transfer that it discarded confirms nothing. */

import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { listExchanges } from '../../packages/server/src/storage/queries/secondaries/secondary-exchanges.ts';
import { zonePublication } from '../../packages/server/src/storage/queries/secondaries/zone-confirmations.ts';
import { pageMembers } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { update, updateAll } from '../../packages/server/src/storage/row-write.ts';
import { secondaryExchanges } from '../../packages/server/src/storage/tables/secondaries/secondary-exchanges.ts';
import { zoneJournal } from '../../packages/server/src/storage/tables/zones/zone-journal.ts';
import { zones } from '../../packages/server/src/storage/tables/zones/zones.ts';
import { StandInSecondary } from './stand-in-secondary.ts';

describeService('confirmations', (service) => {
  const secondary = new StandInSecondary(service, 'stand-in');
  beforeAll(() => secondary.start());
  afterAll(() => secondary.stop());

  it('a transfer that was sent is confirmed when the secondary answers with it', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const serial = await secondary.fetch(zone);
    await until('it was asked, more than once', () => asked(zone) >= 2);
    expect(await secondary.confirmed(zone)).toBeNull();
    secondary.held.set(zone, serial);
    await until('it is confirmed', async () => (await secondary.confirmed(zone)) === serial);
  });

  it('the catalog is confirmed by the newest zone that it lists, not by having been sent', async () => {
    const fresh = new StandInSecondary(service, 'unwritable');
    await fresh.start();
    try {
      const { client } = await service.workspace();
      const zone = await service.liveDomain(client);
      await until('the catalog lists the zone', async () => (await listed()).includes(zone));
      const serial = await fresh.fetch(catalog);
      await until('it was asked for the zone', () => fresh.asked.includes(zone));
      const check = () => runCommand(service.place, 'secondary', 'check', fresh.name);
      const problem = /PROBLEM {2}catalog .*does not serve \S+, which it lists/;
      await until('the check says so', async () => problem.test((await check()).stdout), 30_000);
      expect((await check()).code).toBe(1);
      expect(await fresh.confirmed(catalog)).toBeNull();
      for (const each of [fresh, secondary]) each.held.set(zone, await each.fetch(zone));
      await until(
        'the catalog is confirmed',
        async () => (await fresh.confirmed(catalog)) === serial,
        30_000,
      );
      expect((await check()).stdout).toMatch(/ok +catalog /);
    } finally {
      await fresh.stop();
      await runCommand(service.place, 'secondary', 'remove', fresh.name);
    }
  });

  it('the catalog is published again for one that has it, but not a zone that it lists', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    await until('the catalog lists the zone', async () => (await listed()).includes(zone));
    const first = await takeCatalogLongAgo();
    let taken = first;
    const isReported = async () => {
      if ((await newestCatalog()) !== taken) taken = await takeCatalogLongAgo();
      return service.log.some(
        (entry) =>
          entry.secondary === secondary.name &&
          entry.zone === zone &&
          /has the catalog, but not a zone that it lists/.test(String(entry.msg)),
      );
    };
    await until('the operator’s log has a warning', isReported, 60_000);
    await until('there is a new version', async () => (await newestCatalog()) > first);
  });

  it('a discarded transfer is not confirmed, and is logged', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const first = await secondary.fetch(zone);
    secondary.held.set(zone, first);
    await until('it is confirmed', async () => (await secondary.confirmed(zone)) === first);
    await client.call('createRecord', { domain: zone, type: 'A', value: '192.0.2.1' });
    const second = await secondary.fetch(zone, first);
    expect(second).toBeGreaterThan(first);
    await until('the operator’s log has a warning', () =>
      service.log.some((entry) => entry.zone === zone && /has not taken/.test(String(entry.msg))),
    );
    expect(await secondary.confirmed(zone)).toBe(first);
  });

  it('the version that it names in IXFR counts, also when it is older than before', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const first = await secondary.fetch(zone);
    await client.call('createRecord', { domain: zone, type: 'A', value: '192.0.2.1' });
    const second = await secondary.fetch(zone, first);
    await secondary.fetch(zone, second);
    await until(
      'the newest is confirmed',
      async () => (await secondary.confirmed(zone)) === second,
    );
    await secondary.fetch(zone, first);
    await until('it is taken back', async () => (await secondary.confirmed(zone)) === first);
  });

  it('one that was unreachable for long is notified of what it missed', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const serial = await secondary.fetch(zone);
    secondary.held.set(zone, serial);
    await until('it is confirmed', async () => (await secondary.confirmed(zone)) === serial);
    await client.call('createRecord', { domain: zone, type: 'A', value: '192.0.2.1' });
    await until('it is announced', () => secondary.notified.includes(zone));
    const aged = [zone, catalog];
    await persistChange(service.database, {
      rows: [
        updateAll(zones, { name: aged }, { changedAt: longAgo }),
        updateAll(zoneJournal, { zone: aged }, { at: longAgo }),
      ],
    });
    secondary.notified = [];
    await until('both are announced again', () => isNotified(zone) && isNotified(catalog), 30_000);
  });

  it('one that has it already is not notified again: its answer confirms it', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const serial = await secondary.fetch(zone);
    await until('the operator’s log has a warning', () =>
      service.log.some((entry) => entry.zone === zone && /has not taken/.test(String(entry.msg))),
    );
    secondary.notified = [];
    secondary.held.set(zone, serial);
    await until(
      'it is confirmed',
      async () => (await secondary.confirmed(zone)) === serial,
      30_000,
    );
    expect(secondary.notified).not.toContain(zone);
  });

  it('a new zone that it does not fetch is announced to it after a moment', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    await until('it is announced', () => isNotified(zone));
  });

  it('one that has lost a zone is notified of it again', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const serial = await secondary.fetch(zone);
    secondary.held.set(zone, serial);
    await until('it is confirmed', async () => (await secondary.confirmed(zone)) === serial);
    secondary.notified = [];
    secondary.held.delete(zone);
    await until('it is behind', async () => (await secondary.confirmed(zone)) === null);
    await until('both are announced again', () => isNotified(zone) && isNotified(catalog));
  });

  it('metrics count the zones that a secondary lacks, its transfers and its NOTIFY', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const fresh = new StandInSecondary(service, 'fresh');
    await fresh.start();
    const metric = async (name: string) =>
      Number((await service.metrics()).split(`\n${name} `)[1]?.split('\n')[0] ?? 0);
    const behind = () => metric('hostmaster_secondary_zones_behind{secondary="fresh"}');
    const sent = () => metric('hostmaster_dns_transfers_total{kind="axfr"}');
    const announced = () => metric('hostmaster_dns_notifies_total{outcome="taken"}');
    try {
      await until('the catalog lists the zone', async () => (await listed()).includes(zone));
      // Zones count ten seconds after their change.
      await persistChange(service.database, {
        rows: [updateAll(zones, { name: await listed() }, { changedAt: longAgo })],
      });
      const total = (await listed()).length;
      await until('all zones are missing', async () => (await behind()) === total);
      const before = await sent();
      fresh.held.set(zone, await fresh.fetch(zone));
      await until('one less is missing', async () => (await behind()) === total - 1);
      expect(await sent()).toBeGreaterThan(before);
      const taken = await announced();
      await client.call('createRecord', { domain: zone, type: 'A', value: '192.0.2.1' });
      await until('the change was announced', async () => (await announced()) > taken);
    } finally {
      await fresh.stop();
    }
  });

  it('the catalog is published again for one that keeps a zone that was removed from it', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    secondary.held.set(zone, await secondary.fetch(zone));
    await until('it is confirmed', async () => (await secondary.confirmed(zone)) !== null);
    await service.advanceCalendar(400 * dayMs);
    const members = () => service.database.all(pageMembers, { afterName: '', limit: 1 });
    await until('no zone is listed', async () => (await members()).length === 0, 60_000);
    const serial = await secondary.fetch(catalog);
    await until('there is a new version', async () => (await newestCatalog()) > serial, 60_000);
    expect(service.log).toContainEqual(
      expect.objectContaining({ msg: expect.stringMatching(/serves a zone that was removed/) }),
    );
    await secondary.fetch(catalog, serial);
    const check = () => runCommand(service.place, 'secondary', 'check', secondary.name);
    const kept = /serves \S+, which was removed/;
    await until('the check says so', async () => kept.test((await check()).stdout), 60_000);
  });

  async function newestCatalog(): Promise<number> {
    return (await service.database.all(zonePublication, { zone: catalog }))[0]?.serial ?? 0;
  }

  /** Returns the serial it took; a secondary has some time to fetch new zones after that. */
  async function takeCatalogLongAgo(): Promise<number> {
    const serial = await secondary.fetch(catalog);
    await until('that it was sent is stored', async () => {
      const exchanges = await service.database.all(listExchanges, { zone: catalog });
      return exchanges.find((each) => each.secondary === secondary.name)?.sentSerial === serial;
    });
    const place = { zone: catalog, secondary: secondary.name };
    await persistChange(service.database, {
      rows: [update(secondaryExchanges, place, { sentAt: longAgo })],
    });
    return serial;
  }

  async function listed(): Promise<string[]> {
    return (await service.database.all(listListed, {})).map(({ name }) => name);
  }

  function isNotified(zone: string): boolean {
    return secondary.notified.includes(zone);
  }

  function asked(zone: string): number {
    return secondary.asked.filter((name) => name === zone).length;
  }
});

const catalog = 'catalog.hostmaster.invalid';
const longAgo = 1_000_000;

const listListed = query<object>()(({ db }) =>
  db
    .selectFrom('zones')
    .select('name')
    .where('listed_id', 'is not', null)
    .where('domain_id', 'is not', null),
);
