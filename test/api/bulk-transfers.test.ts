/** Transfers of a list of domains with their auth codes, which are stored no longer than they are needed. */
import { query } from '@hostmaster/test-rig/any-query';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { balanceOf, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { removeAll, updateAll } from '../../packages/server/src/storage/row-write.ts';
import { bulkAuthCodes } from '../../packages/server/src/storage/tables/bulk/bulk-auth-codes.ts';
import { planned, untilState } from './bulk-steps.ts';

/** The code of the domains that the rival registrar of the sandbox has. */
const authCode = 'Rival-Code-1';
/** The default price of a transfer under .com. */
const price = 14;
const openMax = 3;

const listCodes = query<{ bulkId: string }>()(({ db, p }) =>
  db.selectFrom('bulk_auth_codes').select('codes').where('bulk_id', '=', p.bulkId),
);

describeService(
  'a bulk operation that transfers domains',
  (service) => {
    const rivals = (count: number) =>
      Array.from({ length: count }, () => service.freshName('sandbox-rival-instant'));
    const withCodes = (names: readonly string[]) => names.map((domain) => ({ domain, authCode }));

    /** The codes that are stored, opened; null for each that was erased. */
    async function storedCodes(bulkId: string): Promise<readonly (string | null)[]> {
      const box = openSecretBox(service.config.secretFile);
      const rows = await service.database.all(listCodes, { bulkId });
      for (const { codes } of rows) expect(codes).not.toContain(authCode);
      return rows.flatMap(({ codes }) => JSON.parse(box.open(codes)) as (string | null)[]);
    }

    async function start(client: ApiClient, bulkId: string, maxCredits: number) {
      await client.call('startBulk', { bulkId, maxCredits });
      return untilState(client, bulkId, 'finished');
    }

    async function statusOf(client: ApiClient, domain: string) {
      const { transfers } = await client.call('listTransfers', {});
      return transfers.find((transfer) => transfer.domain === domain)?.status;
    }

    it('orders each with its code and erases it then; no answer has a code', async () => {
      const { client } = await service.workspace({ credits: '100' });
      const names = rivals(2);
      const plan = await planned(client, {
        kind: 'transfer',
        contact,
        autoRenew: true,
        transfers: [
          ...withCodes(names),
          { domain: 'no name', authCode },
          { domain: 'free-to-register.com', authCode },
          { domain: names[0]?.toUpperCase() ?? '', authCode: `${authCode} ` },
        ],
      });
      const { bulk, items } = plan;
      expect(bulk).toMatchObject({
        kind: 'transfer',
        domains: 4,
        parameters: { autoRenew: true },
        counts: { ready: 2, failed: 2 },
        credits: { planned: 2 * price },
      });
      expect(items.map(({ error }) => error?.code)).toEqual([
        undefined,
        undefined,
        'invalid_request',
        'not_transferable',
      ]);
      expect(await balanceOf(client)).toBe(100);
      expect(await storedCodes(bulk.id)).toHaveLength(4);
      const ended = await start(client, bulk.id, 2 * price);
      expect(ended.bulk).toMatchObject({ counts: { done: 2 }, credits: { charged: 2 * price } });
      for (const name of names) {
        await until(`${name} is here`, async () => (await statusOf(client, name)) === 'succeeded');
      }
      expect((await client.call('getDomain', { domain: names[0] ?? '' })).domain.autoRenew).toBe(
        true,
      );
      expect(await balanceOf(client)).toBe(100 - 2 * price);
      // What failed can be retried with its code.
      expect(await storedCodes(bulk.id)).toEqual([null, null, authCode, authCode]);
      const shown = JSON.stringify([plan, ended, await client.call('listBulks', {})]);
      const { events } = await client.call('listEvents', { limit: 1000 });
      expect(`${shown}${JSON.stringify(events)}`).not.toContain(authCode);
    });

    it('keeps the codes of what failed for a retry, and then none', async () => {
      const { client } = await service.workspace({ credits: '1000' });
      const names = rivals(openMax + 1);
      const held = names.map((name) => service.registry.hold('requestTransfer', name));
      const { bulk } = await planned(client, {
        kind: 'transfer',
        contact,
        transfers: withCodes(names),
      });
      const ended = await start(client, bulk.id, 1000);
      const failed = ended.items.filter(({ state }) => state === 'failed');
      expect(failed.map(({ error }) => error?.code)).toEqual(['quota_exceeded']);
      const left = await storedCodes(bulk.id);
      expect(left.filter((code) => code !== null)).toEqual([authCode]);
      // As if the process had ended before it erased those that were used.
      const codes = openSecretBox(service.config.secretFile).seal(
        JSON.stringify(names.map(() => authCode)),
      );
      const putBack = updateAll(bulkAuthCodes, { bulkId: bulk.id }, { codes });
      await persistChange(service.database, { rows: [putBack] });
      for (const each of held) each.release();
      for (const { domain, state } of ended.items) {
        if (state === 'failed') continue;
        await until('it is here', async () => (await statusOf(client, domain)) === 'succeeded');
      }
      await client.call('retryBulk', { bulkId: bulk.id });
      await untilState(client, bulk.id, 'planned');
      const again = await start(client, bulk.id, price);
      expect(again.bulk.counts).toMatchObject({ done: openMax + 1, failed: 0 });
      expect(await service.database.all(listCodes, { bulkId: bulk.id })).toEqual([]);
    });

    it('has no code any more after it is cancelled', async () => {
      const { client } = await service.workspace({ credits: '100' });
      const transfers = withCodes(rivals(1));
      const { bulk } = await planned(client, { kind: 'transfer', contact, transfers });
      expect(await storedCodes(bulk.id)).toEqual([authCode]);
      await client.call('cancelBulk', { bulkId: bulk.id });
      expect(await service.database.all(listCodes, { bulkId: bulk.id })).toEqual([]);
    });

    it('fails, and charges nothing, where a code was deleted because of its age', async () => {
      const { client } = await service.workspace({ credits: '100' });
      const transfers = withCodes(rivals(1));
      const { bulk } = await planned(client, { kind: 'transfer', contact, transfers });
      const deleted = removeAll(bulkAuthCodes, { bulkId: bulk.id });
      await persistChange(service.database, { rows: [deleted] });
      const { items } = await start(client, bulk.id, price);
      expect(items.map(({ error }) => error)).toEqual([
        { code: 'not_transferable', message: expect.stringMatching(/no longer stored/) },
      ]);
      expect(await balanceOf(client)).toBe(100);
    });
  },
  { settings: { HOSTMASTER_OPEN_TRANSFERS: String(openMax) } },
);
