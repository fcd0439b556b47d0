/** Transfers from another registrar that end: while both sides act, and before another attempt. */

import { addYears } from '@hostmaster/contract/durations';
import { rivalAuthCode as authCode } from '@hostmaster/registry';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { sendOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { balanceOf, contact, describeService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxRegistrar } from '../../packages/server/src/adapters/sandbox/sandbox-registrar.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';

import { findIncoming } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { firstRecords } from '../../packages/server/src/storage/queries/records/records.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { records } from '../../packages/server/src/storage/tables/records/records.ts';

const credits = 100;
/** The default price of a renewal under .com. */
const price = 14;

interface Waiting {
  readonly client: ApiClient;
  readonly domain: string;
  readonly id: string;
  /** Before the transfer. */
  readonly expiresAt: number;
}

describeService('the end of a transfer from another registrar', (service) => {
  let rival: SandboxRegistrar;
  beforeAll(async () => {
    rival = await openRival(service);
  });
  afterAll(() => rival.close());

  const read = async ({ client, id }: Pick<Waiting, 'client' | 'id'>) =>
    (await client.call('getTransfer', { transferId: id })).transfer;
  const approve = ({ domain }: Waiting) =>
    rival.answerTransfer({ ...sendOf(domain), accepts: true });
  const cancel = ({ client, id }: Waiting) => client.call('cancelTransfer', { transferId: id });

  async function waiting(): Promise<Waiting> {
    const { client } = await service.workspace({ credits: String(credits) });
    const domain = service.freshName('sandbox-rival');
    const { transfer } = await client.call('createTransfer', { domain, authCode, contact });
    const begun = { client, domain, id: transfer.id };
    await until('the registry has the request', async () => {
      return (await read(begun)).status === 'waiting_for_losing_registrar';
    });
    await service.untilNoJobs(domain);
    return { ...begun, expiresAt: (await rival.info(domain))?.expiresAt ?? 0 };
  }

  /** Money, years and owner agree with the status. */
  async function expectExact(begun: Waiting): Promise<string> {
    const { client, domain, expiresAt } = begun;
    const final = ['succeeded', 'cancelled'];
    await until('it has ended', async () => final.includes((await read(begun)).status));
    await service.untilNoJobs(domain);
    const { status, creditsCharged } = await read(begun);
    const isHere = status === 'succeeded';
    const charged = isHere ? price : 0;
    expect(creditsCharged).toBe(charged);
    expect(await balanceOf(client)).toBe(credits - charged);
    const listed = (await client.call('listDomains', {})).domains.map(({ name }) => name);
    expect(listed).toEqual(isHere ? [domain] : []);
    expect((await service.registrar.info(domain))?.isOurs).toBe(isHere);
    const found = await (isHere ? service.registrar : rival).info(domain);
    expect(found?.expiresAt).toBe(isHere ? addYears(expiresAt, 1) : expiresAt);
    return status;
  }

  it('succeeds when the approval comes while our cancellation is on its way', async () => {
    const begun = await waiting();
    const command = service.registry.hold('cancelTransfer', begun.domain);
    await cancel(begun);
    await until('the cancellation is on its way', () => command.isWaiting());
    expect((await approve(begun)).kind).toBe('done');
    command.release();
    expect(await expectExact(begun)).toBe('succeeded');
  });

  it('is cancelled when the approval comes after it, although its reply is lost', async () => {
    const begun = await waiting();
    service.registry.loseReplies('cancelTransfer', begun.domain, 1);
    await cancel(begun);
    await until('the registry has the cancellation', async () => {
      return (await rival.transferOf(begun.domain))?.status === 'cancelled';
    });
    expect((await approve(begun)).kind).toBe('refused');
    expect(await expectExact(begun)).toBe('cancelled');
  });

  it('ends as the registry has decided when both come at once', async () => {
    const begun = await waiting();
    await Promise.all([cancel(begun), approve(begun)]);
    await expectExact(begun);
  });

  it('without the domain keeps the prepared records for another attempt of the workspace', async () => {
    const domain = service.freshName('sandbox-rival');
    const www = { type: 'A', name: 'www', ttl: 300, value: '192.0.2.7' } as const;
    /** Another attempt, with what it finds. */
    async function attempt(client: ApiClient) {
      const order = { domain, authCode: 'wrong', contact };
      const { id } = (await client.call('createTransfer', order)).transfer;
      const { records } = await client.call('listRecords', { domain });
      return { id, records: records.map(({ id: _, ...record }) => record) };
    }
    async function end(client: ApiClient, id: string): Promise<void> {
      await client.call('cancelTransfer', { transferId: id });
      await until('it is cancelled', async () => {
        return (await read({ client, id })).status === 'cancelled';
      });
    }
    const { client } = await service.workspace();
    const first = await attempt(client);
    expect(first.records).toEqual([]);
    await client.call('createRecord', { domain, ...www });
    await end(client, first.id);
    // Nothing of it is visible to another workspace.
    const stranger = await service.workspace();
    const theirs = await attempt(stranger.client);
    expect(theirs.records).toEqual([]);
    await end(stranger.client, theirs.id);
    for (const _ of ['second', 'third']) {
      const { id, records } = await attempt(client);
      expect(records).toEqual([www]);
      await end(client, id);
    }
  });

  it('hole 6: moves many prepared records in many small changes, before the registry is asked', async () => {
    const { client, id: workspaceId } = await service.workspace();
    const domain = service.freshName('sandbox-rival');
    const order = { domain, authCode: 'wrong', contact };
    const { transfer: first } = await client.call('createTransfer', order);
    const prepared = await service.database.first(findIncoming, { workspaceId, name: domain });
    const count = 3_000;
    await persistChange(service.database, {
      rows: Array.from({ length: count }, (_, index) =>
        insert(records, {
          id: newId('rec'),
          domainId: prepared?.id ?? '',
          type: 'A',
          name: `n${index}`,
          ttlSeconds: 300,
          value: '192.0.2.7',
          createdAt: 0,
        }),
      ),
    });
    await client.call('cancelTransfer', { transferId: first.id });
    await until('it is cancelled', async () => {
      return (await read({ client, id: first.id })).status === 'cancelled';
    });
    let id = '';
    const log = await service.queries.during(async () => {
      id = (await client.call('createTransfer', order)).transfer.id;
      await until('the registry has refused the auth code', async () => {
        return (await read({ client, id })).status === 'action_required';
      });
    });
    const { records: moved } = await client.call('listRecords', { domain });
    expect(moved).toHaveLength(count);
    expect(
      await service.database.all(firstRecords, { domainId: prepared?.id ?? '', limit: 1 }),
    ).toEqual([]);
    expect(longestChange(log)).toBeLessThan(500);
  });
});

/** The most writes between the begin of a change and its end. */
function longestChange(log: readonly unknown[]): number {
  let writes = 0;
  let most = 0;
  for (const entry of log) {
    writes = entry === 'write' ? writes + 1 : entry === 'end' ? 0 : writes;
    most = Math.max(most, writes);
  }
  return most;
}
