/** An operator puts a domain on hold: at the registry, in the mail, in the activity, and after faults. */

import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { type EppService, openEppService } from './epp-service.ts';
import { openReconciler } from './open-reconciler.ts';

const email = 'owner@example.com';
const reason = 'Reports of phishing';

const listHoldMails = query<object>()(({ db }) =>
  db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'text_body'])
    .where('kind', 'in', ['domain-held', 'domain-unheld'])
    .orderBy('id'),
);

describeOnBothEngines('a domain on hold', (engine) => {
  it('is out of the DNS until the hold is lifted, and the workspace knows why', async () => {
    const service = await openEppService(engine, { email });
    await service.register('held.com');
    await service.settled();
    const held = await command(service, 'domain', 'hold', 'held.com', '--reason', reason);
    expect(held).toEqual({ domain: 'held.com', onHold: true, registryConfirmed: true });
    expect(await holdOf(service, 'held.com')).toBe(true);
    // Again, with the same reason: no second mail.
    await command(service, 'domain', 'hold', 'held.com', '--reason', reason);
    expect(await command(service, 'domain', 'show', 'held.com')).toMatchObject({
      state: 'live',
      hold: { reason, since: expect.stringMatching(/^20\d\d-/) },
    });
    const { domain } = await service.client.call('getDomain', { domain: 'held.com' });
    expect(domain.status).toBe('active');

    const lifted = await command(service, 'domain', 'unhold', 'held.com', '--reason', 'Cleaned up');
    expect(lifted).toMatchObject({ onHold: false, registryConfirmed: true });
    expect(await holdOf(service, 'held.com')).toBe(false);
    expect(await command(service, 'domain', 'show', 'held.com')).toMatchObject({ hold: null });

    const mails = await service.database.all(listHoldMails, {});
    expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      `domain-held ${email}`,
      `domain-unheld ${email}`,
    ]);
    expect(mails[0]?.text_body).toContain(reason);
    const { workspaceId } = service;
    const activity = await readActivity(service.database, { workspaceId, limit: 50 });
    const about = activity.filter(({ action }) => /^domain\.(un)?held$/.test(action));
    expect(about.map(({ action, details }) => [action, details])).toEqual([
      ['domain.unheld', { reason: 'Cleaned up' }],
      ['domain.held', { reason }],
    ]);
  });

  it('stays so: changes keep it, reconciliation leaves it alone and repairs a lost one', async () => {
    const service = await openEppService(engine);
    await Promise.all(['held.com', 'elsewhere.com'].map((name) => service.register(name)));
    await service.settled();
    await command(service, 'domain', 'hold', 'held.com', '--reason', reason);
    await setHoldAtRegistry(service, 'elsewhere.com', true);
    const { run } = openReconciler(engine, service);
    const kinds = async (repair: boolean) =>
      (await run({ repair })).differences.map(
        ({ name, kind, repaired }) => `${name} ${kind} ${repaired}`,
      );
    expect(await kinds(true)).toEqual(['elsewhere.com on-hold false']);

    const nameservers = ['ns8.example.net', 'ns9.example.net'];
    for (const domain of ['held.com', 'elsewhere.com']) {
      await service.client.call('replaceNameservers', { domain, nameservers });
    }
    await service.settled();
    for (const name of ['held.com', 'elsewhere.com']) {
      expect(await holdOf(service, name)).toBe(true);
    }

    await setHoldAtRegistry(service, 'held.com', false);
    expect(await kinds(true)).toContain('held.com client-hold true');
    await service.settled();
    expect(await holdOf(service, 'held.com')).toBe(true);
    expect(await kinds(false)).toEqual(['elsewhere.com on-hold false']);
  });

  it('needs a reason in one line', async () => {
    const service = await openEppService(engine);
    for (const text of [' ', 'two\nlines', 'x'.repeat(501)]) {
      const { code, stderr } = await runCommand(
        service.place,
        ...['domain', 'hold', 'held.com', '--reason', text],
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining('--reason')]);
    }
  });
});

async function command(service: EppService, ...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCommand(service.place, ...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

async function holdOf({ registry }: EppService, name: string): Promise<boolean | undefined> {
  return (await registry.front.registry.info(name))?.statuses.includes('clientHold');
}

async function setHoldAtRegistry(
  { registry }: EppService,
  name: string,
  clientHold: boolean,
): Promise<void> {
  const send = { sponsor: 'hostmaster', transactionId: `m-${name}-${clientHold}`, name };
  await registry.front.registry.update({ ...send, clientHold });
}
