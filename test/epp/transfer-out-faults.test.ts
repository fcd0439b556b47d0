/** Names leave, and the replies to our answers are lost, late, doubled or wrong. */

import { addYears } from '@hostmaster/contract/durations';
import type { FaultRule } from '@hostmaster/epp';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { decideTransferOut } from '../../packages/server/src/operations/transfers/answer-transfer-out.ts';
import { findLatestByName } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { systemActor } from '../../packages/server/src/workspaces/actor.ts';
import { type EppService, openEppService } from './epp-service.ts';

const type = 'domain:transfer';
const rival = 'rival';
const limitMs = 60_000;
const mishaps: readonly Omit<FaultRule, 'type' | 'name'>[] = [
  { kind: 'drop-before-commit' },
  { kind: 'drop-after-commit' },
  { kind: 'half-frame' },
  { kind: 'result', code: 2400, afterCommit: true },
  // A registry that repeats a command itself refuses the second one.
  { kind: 'result', code: 2301, afterCommit: true },
  { kind: 'out-of-order' },
  { kind: 'duplicate' },
  // Late, and later than the client waits.
  { kind: 'delay', delayMs: 300 },
  { kind: 'delay', delayMs: 1_500 },
];
/** Each engine sees every mishap, with the decisions the other way round. */
function casesOf(engine: TestEngine) {
  const decisions = ['approve', 'deny'] as const;
  const shift = engine.name === 'sqlite' ? 0 : 1;
  return mishaps.map((mishap, index) => {
    const decision = decisions[(index + shift) % 2] ?? 'deny';
    return { decision, mishap, name: `${decision}-${index}.com` };
  });
}

const listRequests = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .innerJoin('domains', 'domains.id', 'transfers_out.domain_id')
    .select('transfers_out.state')
    .where('domains.name', '=', p.name),
);

describeOnBothEngines('answers to another registrar under faults', (engine) => {
  it('end as the owner has decided, once', async () => {
    const cases = casesOf(engine);
    const entry = { commandTimeoutSeconds: 1, transferLock: false };
    const service = await openEppService(engine, { entry });
    const { faults, registry } = service.registry.front;
    const statesOf = async (name: string) =>
      (await service.database.all(listRequests, { name })).map(({ state }) => state);
    for (const { name } of cases) await service.register(name);
    await service.settled();
    const before = new Map((await service.objects()).map((object) => [object.name, object]));
    const balance = (await service.client.call('getAccount', {})).credits;

    for (const { name } of cases) {
      const authCode = before.get(name)?.authCode ?? '';
      const request = { sponsor: rival, transactionId: `request ${name}`, name };
      expect(await registry.requestTransfer({ ...request, authCode, years: 1 })).toMatchObject({
        code: 1001,
      });
    }
    const untilAll = (what: string, isSo: (state: string | undefined) => boolean) =>
      until(
        what,
        async () => {
          const states = await Promise.all(cases.map(({ name }) => statesOf(name)));
          return states.every(([state]) => isSo(state));
        },
        limitMs,
      );
    await untilAll('each request is known', (state) => state === 'pending');
    await service.settled();
    for (const { name, mishap } of cases) {
      // The question before the answer passes.
      faults.add({ kind: 'delay', delayMs: 0, type, name });
      faults.add({ ...mishap, type, name });
    }
    for (const { name, decision } of cases) await decide(service, name, decision);
    await untilAll('each is decided', (state) => state !== 'pending');
    await service.settled();

    expect(faults.remaining).toBe(0);
    expect(await verifyLedger(service.database)).toMatchObject({ ok: true, problems: [] });
    expect((await service.client.call('getAccount', {})).credits).toEqual(balance);
    for (const { name, decision } of cases) {
      const leaves = decision === 'approve';
      expect({ name, states: await statesOf(name) }).toEqual({
        name,
        states: [leaves ? 'approved' : 'denied'],
      });
      const [object, old] = [await registry.info(name), before.get(name)];
      expect({ name, sponsor: object?.sponsor }).toEqual({
        name,
        sponsor: leaves ? rival : 'hostmaster',
      });
      const expiresAt = old?.expiresAt ?? 0;
      expect(object?.expiresAt).toBe(leaves ? addYears(expiresAt, 1) : expiresAt);
      expect(object?.authCode).not.toBe(old?.authCode);
      const { status } = await service.client.request('getDomain', { domain: name });
      expect(status).toBe(leaves ? 404 : 200);
    }
  });
});

async function decide(
  { database }: EppService,
  name: string,
  decision: 'approve' | 'deny',
): Promise<void> {
  const domain = await database.first(findLatestByName, { name });
  if (domain === undefined) throw new Error(`${name} is gone.`);
  const actor = systemActor(domain.workspaceId, 'test');
  await persist(database, decideTransferOut({ domain, decision, actor, at: Date.now() }));
}
