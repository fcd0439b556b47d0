/** Transfers from other registrars: what they cost, what they wait for, and how they end. */

import { Resolver } from 'node:dns/promises';
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  balanceOf,
  contact,
  describeService,
  type TestWorkspace,
  until,
} from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import type { RegistryDomain } from '../../packages/server/src/registrars/registrar.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';

const authCode = 'Rival-Code-1';
/** The default price of a renewal under .com. */
const price = 14;
const notTransferable = { status: 409, code: 'not_transferable' } as const;

const listMails = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select('kind')
    .where('subject', 'like', p.subject)
    .where('kind', 'like', 'transfer-%')
    .orderBy('id'),
);

const findCodes = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('transfers_in').select('auth_code').where('id', '=', p.id),
);

/** Null where the registry keeps no contacts. */
const ownerOf = (found: RegistryDomain | null) =>
  typeof found?.registrantOwner === 'object' ? (found.registrantOwner?.id ?? null) : 'unknown';

describeService(
  'a transfer from another registrar',
  (service) => {
    const order = (domain: string, input: object = {}) => ({ domain, authCode, contact, ...input });

    async function start(
      prefix: string,
      input: object = {},
    ): Promise<{ workspace: TestWorkspace; client: ApiClient; domain: string; id: string }> {
      const workspace = await service.workspace({ credits: '100' });
      const { client } = workspace;
      const domain = service.freshName(prefix);
      const { transfer } = await client.call('createTransfer', order(domain, input));
      expect(transfer).toMatchObject({ domain, status: 'pending', creditsCharged: price });
      return { workspace, client, domain, id: transfer.id };
    }

    const read = async (client: ApiClient, transferId: string) =>
      (await client.call('getTransfer', { transferId })).transfer;

    async function untilStatus(client: ApiClient, id: string, status: string): Promise<void> {
      await until(`${id} is ${status}`, async () => (await read(client, id)).status === status);
    }

    /** The next question to the registry is due at once. */
    async function untilEnded(client: ApiClient, id: string, status: string): Promise<void> {
      const ended = ['succeeded', 'failed', 'cancelled'];
      await until(`${id} has ended`, async () => ended.includes((await read(client, id)).status));
      expect((await read(client, id)).status).toBe(status);
    }

    const mailsAbout = async (name: string) =>
      (await service.database.all(listMails, { subject: `%${name}%` })).map(({ kind }) => kind);

    const typesOf = async (client: ApiClient) =>
      (await client.call('listEvents', {})).events
        .map(({ type }) => type)
        .filter((type) => type.startsWith('domain.transfer_'));

    async function resolve(name: string): Promise<string[]> {
      const resolver = new Resolver({ timeout: 20_000 });
      resolver.setServers([`127.0.0.1:${service.dnsPort}`]);
      return resolver.resolve4(name);
    }

    describe('200', () => {
      it('brings the domain with its dates, its nameservers and the prepared records', async () => {
        const workspace = await service.workspace({ credits: '100' });
        const { client } = workspace;
        const domain = service.freshName('sandbox-rival-approves');
        const before = await service.registrar.info(domain);
        const request = service.registry.hold('requestTransfer', domain);
        const updates = service.registry.watch('update', domain);
        const wanted = order(domain, { autoRenew: true, privacyEnabled: true, maxCredits: price });
        const { transfer } = await client.call('createTransfer', wanted);
        expect(await balanceOf(client)).toBe(100 - price);

        // Not ours yet: not listed, and only its records can be prepared.
        expectRefusal(await client.request('getDomain', { domain }), {
          status: 404,
          code: 'domain_not_found',
        });
        expect((await client.call('listDomains', {})).domains).toEqual([]);
        const www = { type: 'A', name: 'www', value: '192.0.2.7' } as const;
        const change = await client.call('changeRecords', { domain, creates: [www] });
        expect(change.pendingFulfillment).toBe(true);
        await expect(resolve(`www.${domain}`)).rejects.toThrow();

        request.release();
        await untilEnded(client, transfer.id, 'succeeded');
        expect(await resolve(`www.${domain}`)).toEqual(['192.0.2.7']);
        const { domain: shown } = await client.call('getDomain', { domain });
        const { nameservers } = shown;
        expect(nameservers).toEqual(['ns1.example.net', 'ns2.example.net']);
        expect(shown).toMatchObject({ status: 'active', autoRenew: true, privacyEnabled: true });
        expect((await client.call('listRecords', { domain })).pendingFulfillment).toBe(false);

        await service.untilNoJobs(domain);
        const found = await service.registrar.info(domain);
        expect(found).toMatchObject({ isOurs: true, privacyEnabled: true, transferLocked: true });
        expect(found?.nameservers.toSorted()).toEqual(nameservers);
        expect([null, workspace.id]).toContain(ownerOf(found));
        const sent = updates.commands.map((update) =>
          'contact' in update ? update.contact : null,
        );
        expect(sent).toContainEqual(contact);
        expect(Date.parse(shown.expiresAt)).toBe(found?.expiresAt);
        expect(Date.parse(shown.createdAt)).toBe(found?.createdAt);
        expect(Date.parse(shown.createdAt)).toBeLessThan(Date.now() - 399 * dayMs);
        expect(before?.isOurs).toBe(false);
        expect((await client.call('getContact', { domain })).contact).toEqual(contact);
        const lock = await client.call('getTransferLock', { domain });
        expect(lock).toMatchObject({ locked: true, reason: 'transfer' });

        expect(await read(client, transfer.id)).toMatchObject({
          status: 'succeeded',
          reason: null,
          action: null,
          creditsCharged: price,
        });
        expect(await balanceOf(client)).toBe(100 - price);
        expect(await mailsAbout(domain)).toEqual(['transfer-succeeded']);
        const types = await typesOf(client);
        expect([types[0], types.at(-1)]).toEqual([
          'domain.transfer_started',
          'domain.transfer_succeeded',
        ]);
        expect(await service.database.first(findCodes, { id: transfer.id })).toEqual({
          auth_code: null,
        });
        // Renewals count from the registry's date.
        const renewed = (await client.call('renewDomain', { domain })).domain;
        await service.untilNoJobs(domain);
        expect(Date.parse(renewed.expiresAt)).toBe(
          (await service.registrar.info(domain))?.expiresAt,
        );
      });

      it('succeeds at once where the registry does not ask the current registrar', async () => {
        const { client, domain, id } = await start('sandbox-rival-instant');
        await untilEnded(client, id, 'succeeded');
        expect((await client.call('getDomain', { domain })).domain.status).toBe('active');
      });

      it('a wrong code is replaced without starting again, and stored only sealed', async () => {
        const { client, domain, id } = await start('sandbox-rival-approves', { authCode: 'wrong' });
        await untilStatus(client, id, 'action_required');
        const waiting = await read(client, id);
        expect(waiting.reason).toMatch(/auth code/);
        expect(waiting.action).toMatch(/new auth code/);
        expect(waiting.creditsCharged).toBe(price);
        const stored = await service.database.first(findCodes, { id });
        expect(stored?.auth_code).not.toBeNull();
        expect(stored?.auth_code).not.toContain('wrong');
        const { transfer } = await client.call('updateTransfer', { transferId: id, authCode });
        expect(transfer).toMatchObject({ id, status: 'pending', reason: null, action: null });
        await untilEnded(client, id, 'succeeded');
        expect(await balanceOf(client)).toBe(100 - price);
        expect(await mailsAbout(domain)).toEqual([
          'transfer-action-required',
          'transfer-succeeded',
        ]);
      });

      it('a code that is replaced while the wrong one is on its way is used next', async () => {
        const workspace = await service.workspace({ credits: '100' });
        const { client } = workspace;
        const domain = service.freshName('sandbox-rival-approves');
        const request = service.registry.hold('requestTransfer', domain);
        const wrong = order(domain, { authCode: 'wrong' });
        const { id } = (await client.call('createTransfer', wrong)).transfer;
        await until('the request is on its way', () => request.isWaiting());
        await client.call('updateTransfer', { transferId: id, authCode });
        request.release();
        await untilEnded(client, id, 'succeeded');
        expect(await mailsAbout(domain)).toEqual(['transfer-succeeded']);
      });

      it('codes cannot be guessed: after ten refusals the transfer fails', async () => {
        const { client, id } = await start('sandbox-rival', { authCode: 'guess' });
        for (let guesses = 1; guesses < 10; guesses += 1) {
          await untilStatus(client, id, 'action_required');
          await client.call('updateTransfer', { transferId: id, authCode: `guess ${guesses}` });
        }
        await untilEnded(client, id, 'failed');
        expect(await balanceOf(client)).toBe(100);
      });

      it('a denied transfer fails, and everything is refunded', async () => {
        const { client, domain, id } = await start('sandbox-rival-denies');
        await untilEnded(client, id, 'failed');
        expect(await read(client, id)).toMatchObject({ creditsCharged: 0, action: null });
        expect((await read(client, id)).reason).toMatch(/denied/);
        expect(await balanceOf(client)).toBe(100);
        expect(await mailsAbout(domain)).toEqual(['transfer-failed']);
        expect((await typesOf(client)).at(-1)).toBe('domain.transfer_failed');
        expectRefusal(await client.request('listRecords', { domain }), {
          status: 404,
          code: 'domain_not_found',
        });
      });

      it('a name that cannot be transferred yet and a locked one wait for their owner', async () => {
        const young = await start('sandbox-rival-young');
        const locked = await start('sandbox-rival-locked');
        await untilStatus(young.client, young.id, 'action_required');
        const waiting = await read(young.client, young.id);
        expect(waiting.reason).toMatch(/less than 60 days ago/);
        expect(waiting.action).toMatch(/Try again after that, or cancel/);
        await young.client.call('cancelTransfer', { transferId: young.id });
        expect((await read(young.client, young.id)).status).toBe('cancelled');
        expect(await balanceOf(young.client)).toBe(100);
        await untilStatus(locked.client, locked.id, 'action_required');
        expect((await read(locked.client, locked.id)).action).toMatch(/Unlock the domain/);
      });

      it('the same Idempotency-Key orders once', async () => {
        const { client } = await service.workspace({ credits: '100' });
        const domain = service.freshName('sandbox-rival');
        const options = { headers: { 'idempotency-key': 'once' } };
        const first = await client.request('createTransfer', order(domain), options);
        const second = await client.request('createTransfer', order(domain), options);
        expect(first.status).toBe(200);
        expect(second.text).toBe(first.text);
        const other = order(domain, { authCode: 'another' });
        expectRefusal(await client.request('createTransfer', other, options), {
          status: 422,
          code: 'idempotency_key_reused',
        });
        expect(await balanceOf(client)).toBe(100 - price);
      });

      it('costs as much as a renewal, or the price of its own', async () => {
        const workspace = await service.workspace({ credits: '1000' });
        const { client } = workspace;
        await service.setPrice(workspace, { tld: 'net', register: 12, renew: 13 });
        const first = order(service.freshName('sandbox-rival', 'net'));
        expect((await client.call('createTransfer', first)).transfer.creditsCharged).toBe(13);
        const own = { workspaceId: workspace.id, tld: 'net' };
        const rows = [update(prices, own, { transferCredits: 9 })];
        await persistChange(service.database, { rows });
        const second = order(service.freshName('sandbox-rival', 'net'));
        expect((await client.call('createTransfer', second)).transfer.creditsCharged).toBe(9);
      });
    });

    describe('cancelling', () => {
      it('200: ends what the registry does not have at once', async () => {
        const { client, id } = await start('sandbox-rival', { authCode: 'wrong' });
        await untilStatus(client, id, 'action_required');
        const { transfer } = await client.call('cancelTransfer', { transferId: id });
        expect(transfer).toMatchObject({ status: 'cancelled', creditsCharged: 0, action: null });
        expect(await balanceOf(client)).toBe(100);
        expectRefusal(await client.request('cancelTransfer', { transferId: id }), {
          status: 409,
          code: 'transfer_ended',
        });
      });

      it('200: cancels a request at the registry, also when its reply is lost', async () => {
        const { client, domain, id } = await start('sandbox-rival');
        await untilStatus(client, id, 'waiting_for_losing_registrar');
        expect((await read(client, id)).reason).toMatch(/until/);
        service.registry.loseReplies('cancelTransfer', domain, 1);
        await client.call('cancelTransfer', { transferId: id });
        await untilEnded(client, id, 'cancelled');
        expect(await balanceOf(client)).toBe(100);
        expect(await service.registrar.transferOf(domain, authCode)).toMatchObject({
          status: 'cancelled',
        });
        expect(await typesOf(client)).toEqual([
          'domain.transfer_started',
          'domain.transfer_waiting',
          'domain.transfer_cancelled',
        ]);
      });

      it('409: a code for a request that the registry has, and anything after the end', async () => {
        const { client, id } = await start('sandbox-rival');
        await untilStatus(client, id, 'waiting_for_losing_registrar');
        const update = { transferId: id, authCode };
        expectRefusal(await client.request('updateTransfer', update), {
          status: 409,
          code: 'transfer_under_way',
        });
        await client.call('cancelTransfer', { transferId: id });
        await untilEnded(client, id, 'cancelled');
        expectRefusal(await client.request('updateTransfer', update), {
          status: 409,
          code: 'transfer_ended',
        });
      });
    });

    describe('lost replies', () => {
      it('of the request change neither money nor years', async () => {
        const workspace = await service.workspace({ credits: '100' });
        const { client } = workspace;
        const domain = service.freshName('sandbox-rival-approves');
        service.registry.loseReplies('requestTransfer', domain, 2);
        const { transfer } = await client.call('createTransfer', order(domain));
        await untilEnded(client, transfer.id, 'succeeded');
        await service.untilNoJobs(domain);
        const found = await service.registrar.info(domain);
        const { domain: shown } = await client.call('getDomain', { domain });
        expect(Date.parse(shown.expiresAt)).toBe(found?.expiresAt);
        expect(await balanceOf(client)).toBe(100 - price);
      });
    });

    it('400: fields that are missing or wrong, and a suffix that is not sold', async () => {
      const { client } = await service.workspace();
      const domain = service.freshName('sandbox-rival');
      const invalid = { status: 400, code: 'invalid_request' } as const;
      const send = (body: object) => client.request('createTransfer', body);
      expectRefusal(await send({ domain, contact }), { ...invalid, fields: ['authCode'] });
      expectRefusal(await send(order(domain, { authCode: ' ' })), {
        ...invalid,
        fields: ['authCode'],
      });
      expectRefusal(await send({ domain, authCode }), { ...invalid, fields: ['contact'] });
      expectRefusal(await send(order('name.unsold')), {
        status: 400,
        code: 'unsupported_tld',
        fields: ['domain'],
      });
    });

    it('402: too few credits, and nothing is begun', async () => {
      const { client } = await service.workspace({ credits: '13.99' });
      const domain = service.freshName('sandbox-rival');
      expectRefusal(await client.request('createTransfer', order(domain)), {
        status: 402,
        code: 'insufficient_credits',
        required: price,
        balance: 13.99,
      });
      expect((await client.call('listTransfers', {})).transfers).toEqual([]);
    });

    it('403: a key that is limited to certain domains', async () => {
      const workspace = await service.workspace();
      const domain = service.freshName('sandbox-rival');
      const { client } = await service.key(workspace, { domains: [domain] });
      expectRefusal(await client.request('createTransfer', order(domain)), {
        status: 403,
        code: 'forbidden',
      });
    });

    it('404: a transfer of another workspace, as one that does not exist', async () => {
      const { id } = await start('sandbox-rival');
      const { client } = await service.workspace();
      expect((await client.call('listTransfers', {})).transfers).toEqual([]);
      for (const method of ['getTransfer', 'cancelTransfer', 'updateTransfer'] as const) {
        const [foreign, missing] = await Promise.all(
          [id, 'tin_missing'].map((transferId) =>
            client.request(method, {
              transferId,
              ...(method === 'updateTransfer' && { authCode }),
            }),
          ),
        );
        expect(foreign?.status).toBe(404);
        expect(foreign?.text).toBe(missing?.text);
      }
    });

    it('409: what is registered here, what is being transferred, and what is free', async () => {
      const { client, domain } = await start('sandbox-rival');
      expectRefusal(await client.request('createTransfer', order(domain)), notTransferable);
      const other = await service.workspace();
      const live = await service.liveDomain(other.client);
      const own = await other.client.request('createTransfer', order(live));
      expectRefusal(own, notTransferable);
      // A domain and an open transfer of another workspace look the same.
      const stranger = await service.workspace();
      const [registered, incoming] = await Promise.all(
        [live, domain].map((name) => stranger.client.request('createTransfer', order(name))),
      );
      expect(registered?.text).toBe(incoming?.text);
      expect(registered?.text).not.toBe(own.text);
      const free = await client.request('createTransfer', order(service.freshName()));
      expectRefusal(free, notTransferable);
      expect(free.text).toMatch(/not registered/);
    });

    it('409: the second of two orders at the same time', async () => {
      const domain = service.freshName('sandbox-rival');
      const clients = [await service.workspace(), await service.workspace()];
      const answers = await Promise.all(
        clients.map(({ client }) => client.request('createTransfer', order(domain))),
      );
      const [ordered, refused] = answers.toSorted((a, b) => a.status - b.status);
      expect(ordered?.status).toBe(200);
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_transferable' } });
    });

    it('409: a price above what the caller accepts', async () => {
      const { client } = await service.workspace();
      const input = order(service.freshName('sandbox-rival'), { maxCredits: price - 0.01 });
      expectRefusal(await client.request('createTransfer', input), {
        status: 409,
        code: 'price_changed',
        required: price,
      });
    });

    it('409: more transfers than a workspace may have open', async () => {
      const { client } = await service.workspace();
      const next = () => order(service.freshName('sandbox-rival'));
      const { transfer } = await client.call('createTransfer', next());
      await client.call('createTransfer', next());
      const more = await client.request('createTransfer', next());
      expectRefusal(more, { status: 409, code: 'quota_exceeded' });
      await client.call('cancelTransfer', { transferId: transfer.id });
      await untilEnded(client, transfer.id, 'cancelled');
      await client.call('createTransfer', next());
      const { transfers, cursor } = await client.call('listTransfers', { limit: 2 });
      expect(transfers).toHaveLength(2);
      const last = await client.call('listTransfers', { limit: 2, cursor: cursor ?? '' });
      expect(last.transfers.map(({ id }) => id)).toEqual([transfer.id]);
      expect(last.cursor).toBeNull();
      const rest = await client.call('listTransfers', { before: transfers.at(-1)?.id ?? '' });
      expect(rest.transfers.map(({ id }) => id)).toEqual([transfer.id]);
    });

    // The calendar moves from here on.
    it('200: succeeds after five days, and a cancellation that comes too late changes nothing', async () => {
      const { client } = await service.workspace({ credits: '100' });
      const names = [
        service.freshName('sandbox-rival'),
        service.freshName('sandbox-rival'),
      ] as const;
      const [first, second] = await Promise.all(
        names.map(
          async (domain) => (await client.call('createTransfer', order(domain))).transfer.id,
        ),
      );
      const ids = [first ?? '', second ?? ''] as const;
      for (const id of ids) await untilStatus(client, id, 'waiting_for_losing_registrar');
      const held = service.registry.hold('cancelTransfer', names[1]);
      await client.call('cancelTransfer', { transferId: ids[1] });
      await until('the cancellation is on its way', () => held.isWaiting());
      await service.advanceCalendar(5 * dayMs);
      held.release();
      for (const id of ids) await untilEnded(client, id, 'succeeded');
      expect(await balanceOf(client)).toBe(100 - 2 * price);
      expect((await client.call('listDomains', {})).domains).toHaveLength(2);
    });

    it('200: is given up when its owner does nothing for two weeks', async () => {
      const { client, id } = await start('sandbox-rival-oldcode');
      await untilStatus(client, id, 'action_required');
      await service.advanceCalendar(14 * dayMs);
      await untilEnded(client, id, 'failed');
      expect(await balanceOf(client)).toBe(100);
    });
  },
  {
    // Each test has its own workspaces.
    settings: { HOSTMASTER_OPEN_TRANSFERS: '2' },
  },
);
