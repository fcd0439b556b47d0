/**
 * The process is killed at every point where ledger and names could diverge, under load. Each
 * point leaves a mark right before the kill; a test whose point was not reached fails.
 *
 * All points share one place: the server that cleans up after one crash is the victim of the next,
 * and what an earlier crash left behind would show in a later one.
 */

import { type CommitProxy, openCommitProxy } from '@hostmaster/test-rig/crash-commit-proxy';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { CrashHarness } from './crash-harness.ts';
import { expectLedgerVerified } from './examine.ts';
import type { FaultPoint, FaultSubject } from './fault.ts';
import { homes } from './load.ts';

const points: readonly { point: FaultPoint; subjects: readonly FaultSubject[] }[] = [
  { point: 'before-send', subjects: ['register', 'renew', 'transfer'] },
  { point: 'after-registry', subjects: ['register', 'renew', 'transfer'] },
  { point: 'before-commit', subjects: ['register', 'renew', 'record'] },
  { point: 'after-commit', subjects: ['register', 'renew', 'record'] },
];

describeOnBothEngines('SIGKILL under load', (engine) => {
  const harness = new CrashHarness(engine);

  for (const { point, subjects } of points) {
    for (const subject of subjects) {
      it(`${point} of a ${subject}`, async () => {
        const { marks } = await harness.crash({ point, subject, signal: 'SIGKILL' });
        expect(marks).toEqual([expect.stringMatching(new RegExp(`^${point} ${subject}`))]);
      });
    }
  }

  it('leaves a ledger that the operator can verify', async () => {
    await expectLedgerVerified((await harness.site()).place);
  });
});

/** A repeated request gets the answer that was lost the first time. */
describeOnBothEngines('SIGKILL between the commit and the reply', (engine) => {
  it('is recovered by the same Idempotency-Key', async () => {
    const harness = new CrashHarness(engine);
    const { customer } = await harness.site();
    for (const [subject, change] of [
      ['register', { kind: 'register', name: 'once.com', years: 2 }],
      ['renew', { kind: 'renew', name: homes[0], years: 3 }],
      ['record', { kind: 'record', name: homes[1], value: 'once' }],
    ] as const) {
      const request = { idempotencyKey: `once-${subject}` };
      await harness.arm({ point: 'after-commit', subject, signal: 'SIGKILL' });
      const unanswered = await customer.send(change, request);
      expect(unanswered.outcome).toBe('unanswered');
      await harness.restart();
      const answered = await customer.send(change, request);
      const again = await customer.send(change, request);
      expect(answered).toMatchObject({ outcome: 'acknowledged', change });
      expect(again.body).toEqual(answered.body);
    }
    await harness.expectSound();
  });
});

describeOnBothEngines('SIGKILL in the middle of a commit', (engine) => {
  const harness = new CrashHarness(engine);
  if (engine.name === 'sqlite') {
    for (const point of ['before-shared-commit', 'after-shared-commit'] as const) {
      it(`${point} of several members`, async () => {
        const { marks } = await harness.crash({ point, membersMin: 3, signal: 'SIGKILL' });
        expect(marks).toEqual([expect.stringMatching(new RegExp(`^${point} of \\d+$`))]);
      });
    }

    it('during-shared-commit of several members', async () => {
      const hits: string[] = [];
      for (let tries = 0; hits.length < 2 && tries < 8; tries += 1) {
        const point = 'during-shared-commit';
        const { marks } = await harness.crash({ point, membersMin: 3, signal: 'SIGKILL' });
        // When the second thread was late, the commit had ended: such a round does not count.
        if (marks.length === 1) hits.push(...marks);
      }
      const hit = expect.stringMatching(/^during-shared-commit of \d+$/);
      expect(hits).toEqual([hit, hit]);
    });
    return;
  }

  let proxy: CommitProxy | null = null;

  async function proxied(): Promise<CommitProxy> {
    if (proxy !== null) return proxy;
    const { place } = await harness.site();
    proxy = await openCommitProxy(place.databaseUrl ?? '');
    engine.afterwards(proxy.close);
    harness.server.kill('SIGKILL');
    await harness.restart({ databaseUrl: proxy.url });
    return proxy;
  }

  for (const [title, having] of [
    ['record', /insert into "?records"?/],
    ['registration', /insert into "?domains"?/],
    ['settlement', /delete from "jobs"/],
  ] as const) {
    for (const lose of ['request', 'answer'] as const) {
      it(`while the ${lose} of a ${title}'s COMMIT is on the wire`, async () => {
        const { url, loseOne } = await proxied();
        const atThatMoment = () => harness.server.kill('SIGKILL');
        const happened = loseOne({ having, lose, atThatMoment });
        await harness.load();
        await happened;
        await harness.restart({ databaseUrl: url });
        await harness.expectSound();
      });
    }
  }
});
