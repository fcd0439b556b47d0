/**
 * Many transfers at once, with lost replies, wrong codes, cancellations and every kind of answer of the
 * current registrar: money, owners and years agree with the registry in the end.
 */
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { balanceOf, contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const authCode = 'Rival-Code-1';
const price = 14;
const rivals = ['-approves', '-denies', '-instant', '-locked', '', ''] as const;
const count = 24;
const limitMs = 60_000;
const final = ['succeeded', 'failed', 'cancelled'];

describeService(`transfers under faults, seed ${testSeed}`, (service) => {
  const random = randomNumbers(testSeed);
  const chance = (share: number) => random() < share;

  /** Orders one; replies get lost, the code may be wrong at first, and it may be cancelled. */
  async function order(client: ApiClient, index: number): Promise<string> {
    const domain = service.freshName(`sandbox-rival${rivals[index % rivals.length]}`);
    service.registry.loseReplies('requestTransfer', domain, chance(0.5) ? 2 : 0);
    service.registry.loseReplies('cancelTransfer', domain, chance(0.5) ? 1 : 0);
    const isMistyped = chance(0.3);
    const cancels = chance(0.4);
    const code = isMistyped ? 'mistyped' : authCode;
    const input = { domain, authCode: code, contact };
    const { id } = (await client.call('createTransfer', input)).transfer;
    // Both may come too early or too late; then they are refused or change nothing.
    if (isMistyped) await client.request('updateTransfer', { transferId: id, authCode });
    if (cancels) await client.request('cancelTransfer', { transferId: id });
    return domain;
  }

  it('end as the registry has decided, exact to the cent', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const silence = service.registry.breakQuestion('info', 'unavailable');
    const names: string[] = [];
    for (let index = 0; index < count; index += 1) names.push(await order(client, index));
    silence.restore();
    const read = async () => (await client.call('listTransfers', {})).transfers;
    const open = async () => (await read()).filter(({ status }) => !final.includes(status));
    await until(
      'each has ended or waits',
      async () => (await open()).every(({ status }) => status !== 'pending'),
      limitMs,
    );
    await service.advanceCalendar(5 * dayMs);
    await until(
      'each request has ended',
      async () => (await open()).every(({ status }) => status === 'action_required'),
      limitMs,
    );
    for (const { id } of await open()) await client.call('cancelTransfer', { transferId: id });
    await until('all have ended', async () => (await open()).length === 0, limitMs);
    await service.settled();

    const transfers = await read();
    const succeeded = transfers.filter(({ status }) => status === 'succeeded');
    expect(transfers).toHaveLength(count);
    expect(await balanceOf(client)).toBe(1000 - price * succeeded.length);
    const { domains } = await client.call('listDomains', {});
    expect(domains.map(({ name }) => name).toSorted()).toEqual(
      succeeded.map(({ domain }) => domain).toSorted(),
    );
    for (const name of names) {
      const found = await service.registrar.info(name);
      const held = domains.find((domain) => domain.name === name);
      expect({ name, isOurs: found?.isOurs }).toEqual({ name, isOurs: held !== undefined });
      if (held !== undefined) expect(Date.parse(held.expiresAt)).toBe(found?.expiresAt);
    }
    expect(succeeded.length).toBeGreaterThan(0);
    expect(succeeded.length).toBeLessThan(count);
  });
});
