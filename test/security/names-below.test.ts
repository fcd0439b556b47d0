/**
 * What it costs to know whether names exist below one: a new DNAME record needs it, the check of a domain's
 * mail and an alias inside our own zones. Nothing has the names in that order, so the zone is read.
 */
import { setImmediate as takeTurn } from 'node:timers/promises';
import { longestTurn } from '@hostmaster/test-rig/longest-turn';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { lookUpOwnZone } from '../../packages/server/src/flattening/own-zone-lookup.ts';
import { createKey, update } from '../dns-update/updater.ts';
import { PowerdnsClient } from '../powerdns-api/powerdns-client.ts';
import { fillZone } from './fill-zone.ts';

const size = 30_000;
/** In one go a batch took hundreds of milliseconds, and an alias seconds. */
const turnMsMax = 60;
const dnamesMax = 20;
const rounds = 2;
const dname = { type: 'DNAME', value: 'new.example.net' } as const;

describeService('names below another one', (service) => {
  it('are looked for in slices, by every way in', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const zone = await service.liveDomain(client);
    const { domain } = await client.call('getDomain', { domain: zone });
    const names = Array.from({ length: size }, (_, index) => `h${index}.hosts`);
    await fillZone(
      service,
      zone,
      [...names, '*', 'k1._domainkey'].map((name) => ({ name, type: 'A', value: '192.0.2.1' })),
    );
    const pdns = new PowerdnsClient({ url: service.url, key: workspace.apiKey });
    const key = await createKey(service, workspace, { domain: zone });
    const target = { port: service.dnsPort, zone, key };
    const templateId = 'moved';
    await client.call('saveTemplate', {
      ...{ templateId, title: 'Moved', summary: 'A name that has moved.' },
      fields: [{ name: 'label', label: 'Label', kind: 'label' }],
      records: [{ name: '{label}', ...dname }],
    });
    const { record } = await client.call('createRecord', {
      ...{ domain: zone, name: 'patched', type: 'TXT', value: 'v' },
    });
    const host = `${'x.'.repeat(90)}absent.${zone}`;
    const ways: Record<string, (round: number) => Promise<unknown>> = {
      createRecord: (round) =>
        client.call('createRecord', { domain: zone, name: `one${round}`, ...dname }),
      updateRecord: (round) =>
        client.call('updateRecord', {
          ...{ domain: zone, recordId: record.id, name: `patched${round}`, ...dname },
        }),
      changeRecords: (round) =>
        client.call('changeRecords', {
          domain: zone,
          creates: Array.from({ length: dnamesMax }, (_, index) => ({
            ...{ name: `b${index}-${round}`, ...dname },
          })),
        }),
      update: (round) =>
        update('nsupdate', target, [`add u${round}.${zone}. 60 DNAME new.example.net.`]),
      patch: (round) =>
        pdns.patch(zone, {
          ...{ name: `p${round}.${zone}.`, type: 'DNAME', changetype: 'REPLACE', ttl: 300 },
          records: [{ content: 'new.example.net.' }],
        }),
      applyTemplate: (round) =>
        client.call('applyTemplate', { domain: zone, templateId, fields: { label: `t${round}` } }),
      checkMail: () => client.call('checkMail', { domain: zone }),
      async alias() {
        await takeTurn();
        await lookUpOwnZone(service.database, { host, nameservers: domain.nameservers });
        await takeTurn();
      },
    };
    const turns: Record<string, number> = {};
    for (const [way, act] of Object.entries(ways)) {
      const ofWay: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { result, turnMs } = await longestTurn(() => act(round));
        if (way === 'patch') expect(result).toMatchObject({ status: 204 });
        if (way === 'update') expect(result).toBe('NOERROR');
        ofWay.push(turnMs);
      }
      turns[way] = Math.min(...ofWay);
    }
    const slow = Object.entries(turns).filter(([, turnMs]) => turnMs > turnMsMax);
    expect(slow, JSON.stringify(turns)).toEqual([]);
    const { records } = await client.call('listRecords', { domain: zone });
    expect(records.filter(({ type }) => type === 'DNAME').length).toBe(
      rounds * (dnamesMax + 4) + 1,
    );
  });

  it('refuse a DNAME record above them, wherever they are in a large zone', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const names = Array.from({ length: 5_000 }, (_, index) => `h${index}`);
    await fillZone(
      service,
      domain,
      [...names, 'x.first', 'x.zz', 'x.h2500'].map((name) => ({
        ...{ name, type: 'A', value: '192.0.2.1' },
      })),
    );
    for (const name of ['first', 'zz', 'h2500', '@']) {
      const one = await client.request('createRecord', { domain, name, ...dname });
      expect(one.status, name).toBe(400);
      expect(one.text).toContain('redirects all names below it');
      const creates = [{ name: 'free', ...dname }, ...[{ name, ...dname }]];
      const batch = await client.request('changeRecords', { domain, creates });
      expect(batch.status, name).toBe(400);
    }
    await client.call('createRecord', { domain, name: 'free', ...dname });
  });

  it('decide whether a wildcard stands for the host of an alias', async () => {
    const { client } = await service.workspace();
    const zone = await service.liveDomain(client);
    const { domain } = await client.call('getDomain', { domain: zone });
    const creates = ['*', 'x.y.ent', '*.own', 'a.b.c.own'].map((name, index) => ({
      ...({ type: 'A', name, value: `192.0.2.${index}` } as const),
    }));
    await client.call('changeRecords', { domain: zone, creates });
    const { nameservers } = domain;
    const answer = async (name: string) => {
      const found = await lookUpOwnZone(service.database, {
        ...{ host: `${name}.${zone}`, nameservers },
      });
      return found?.addresses.map((address) => address.join('.'));
    };
    const deep = 'x.'.repeat(80);
    expect(await answer('absent')).toEqual(['192.0.2.0']);
    expect(await answer(`${deep}absent`)).toEqual(['192.0.2.0']);
    expect(await answer('ent')).toEqual([]);
    expect(await answer('y.ent')).toEqual([]);
    expect(await answer('q.ent')).toEqual([]);
    expect(await answer(`${deep}q.y.ent`)).toEqual([]);
    expect(await answer('q.own')).toEqual(['192.0.2.2']);
    expect(await answer('q.b.c.own')).toEqual([]);
    expect(await answer('c.own')).toEqual([]);
    expect(await answer('q.a.own')).toEqual(['192.0.2.2']);
  });
});
