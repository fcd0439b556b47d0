/** The service is killed at each step of a transfer to another registrar. */

import { query } from '@hostmaster/test-rig/any-query';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { decideTransferOut } from '../../packages/server/src/operations/transfers/answer-transfer-out.ts';
import { findLatestByName } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { systemActor } from '../../packages/server/src/workspaces/actor.ts';
import { openCrashSite } from './crash-site.ts';
import { configOf, expectLedgerVerified, settled } from './examine.ts';
import { type Fault, readMarks } from './fault.ts';

const withinMs = 60_000;

const steps: readonly (Pick<Fault, 'point' | 'subject'> & { decision: 'approve' | 'deny' })[] = [
  { point: 'before-commit', subject: 'asked', decision: 'approve' },
  { point: 'after-commit', subject: 'asked', decision: 'deny' },
  { point: 'before-send', subject: 'answer', decision: 'approve' },
  { point: 'after-registry', subject: 'answer', decision: 'approve' },
  { point: 'after-registry', subject: 'answer', decision: 'deny' },
  { point: 'before-commit', subject: 'left', decision: 'approve' },
  { point: 'after-commit', subject: 'left', decision: 'approve' },
];

const listRequests = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .innerJoin('domains', 'domains.id', 'transfers_out.domain_id')
    .select(['transfers_out.state', 'transfers_out.decision'])
    .where('domains.name', '=', p.name),
);

const listMails = query<{ subject: string }>()(({ db, p }) =>
  db.selectFrom('mails').select('kind').where('subject', 'like', p.subject).orderBy('id'),
);

describeOnBothEngines('SIGKILL at each step of a transfer to another registrar', (engine) => {
  it('ends as the owner has answered, once', { timeout: 300_000 }, async () => {
    const { site, stores, rival } = await open(engine);
    const { database, registrar } = stores;
    const stateOf = async (name: string) => (await database.first(listRequests, { name }))?.state;
    let server = await site.start();

    for (const [index, { point, subject, decision }] of steps.entries()) {
      const name = `leaves-${index}.com`;
      await site.customer.registerAll([name]);
      await settled(site.place);
      const current = await registrar.info(name);
      if (current?.authCode == null) throw new Error(`${name} has no auth code.`);
      await registrar.update(updateOf(current, { transferLocked: false }));
      const fault: Fault = {
        point,
        ...(subject === undefined ? {} : { subject }),
        signal: 'SIGKILL',
      };
      expect(await server.send(fault)).toBe('armed');

      const { authCode } = current;
      await rival.requestTransfer({
        ...sendOf(name),
        authCode,
        years: 1,
        requestedAt: 0,
        premium: null,
      });
      if (subject === 'asked') {
        await server.exited;
        server = await site.start();
      }
      await until(async () => (await stateOf(name)) === 'pending', {
        what: () => `${name} was asked for`,
        withinMs,
      });
      const domain = await database.first(findLatestByName, { name });
      if (domain === undefined) throw new Error(`${name} is gone.`);
      const actor = systemActor(domain.workspaceId, 'test');
      await persist(database, decideTransferOut({ domain, decision, actor, at: Date.now() }));
      if (subject !== 'asked') {
        await server.exited;
        server = await site.start();
      }
      const end = decision === 'approve' ? 'approved' : 'denied';
      await until(async () => (await stateOf(name)) === end, {
        what: () => `the transfer of ${name} was ${end}`,
        withinMs,
      });
      await settled(site.place);

      expect(readMarks(site.place).at(-1)).toMatch(new RegExp(`^${point} ${subject}`));
      expect(await database.all(listRequests, { name })).toEqual([{ state: end, decision }]);
      const after = await database.first(findLatestByName, { name });
      const isOurs = decision === 'deny';
      expect(after?.state).toBe(isOurs ? 'live' : 'released');
      expect((await registrar.info(name))?.isOurs).toBe(isOurs);
      const kinds = (await database.all(listMails, { subject: `%${name}%` })).map(
        ({ kind }) => kind,
      );
      expect(new Set(kinds).size, `mails that came twice: ${kinds}`).toBe(kinds.length);
    }
    await expectLedgerVerified(site.place);
    await server.destroy();
  });
});

async function open(engine: TestEngine) {
  const site = await openCrashSite(engine);
  const stores = await openStores(configOf(site.place));
  const rival = await openRival({ place: site.place, database: stores.database });
  engine.afterwards(async () => {
    await rival.close();
    await stores.close();
  });
  return { site, stores, rival };
}
