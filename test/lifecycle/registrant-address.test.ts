/** Registrants are asked to confirm their address: once, by a page without a script, with what follows. */

import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { contact, until } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { changeHold } from '../../packages/server/src/operations/domains/hold-domain.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import type { ReceivedMail } from './inbox.ts';
import { describeLifecycle, type Owner, publicUrl, type Stage } from './stage.ts';

const question = /^Confirm your email address for /;

async function questionsTo(stage: Stage, address: string): Promise<ReceivedMail[]> {
  await stage.mailSettled();
  return stage.inbox.sentTo(address).filter(({ subject }) => question.test(subject));
}

function pathIn({ text }: ReceivedMail): string {
  const path = new RegExp(`${publicUrl}(/confirm-registrant/[\\w-]{43})`).exec(text)?.[1];
  if (path === undefined) throw new Error(`No link in: ${text}`);
  return path;
}

async function confirm(stage: Stage, mail: ReceivedMail) {
  const answer = await fetch(`${stage.service.url}${pathIn(mail)}`, { method: 'POST' });
  return { status: answer.status, text: await answer.text() };
}

const kinds = ['domain.registrant_confirmed', 'domain.registrant_unconfirmed'];

async function noted(owner: Owner): Promise<string[]> {
  const entries = await owner.activity();
  return entries
    .filter(({ action }) => kinds.includes(action))
    .map(({ action, subject }) => `${action} ${subject}`);
}

const holdOf = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('domain_holds')
    .innerJoin('domains', 'domains.id', 'domain_holds.domain_id')
    .select(['domain_holds.is_held as isHeld', 'domain_holds.reason as reason'])
    .where('domains.name', '=', p.name),
);

async function isHeld(stage: Stage, name: string): Promise<boolean> {
  return (await stage.service.database.first(holdOf, { name }))?.isHeld === 1;
}

/** As `hostmaster domain hold`. */
async function holdAsOperator(stage: Stage, owner: Owner, name: string): Promise<void> {
  const { database } = stage.service;
  const call = {
    actor: operatorActor(owner.id),
    now: await stage.now(),
    operationId: newId('act'),
  };
  const domain = await owner.row(name);
  const hold = { domain, isHeld: true, reason: 'Phishing', links: { publicUrl } };
  await persist(database, changeHold(call, hold));
}

describeLifecycle('the address of a registrant', (stage) => {
  it('is asked once in a workspace, whatever its case and number of domains', async () => {
    const owner = await stage.owner();
    const first = await owner.register({ email: 'once@example.org' });
    await owner.register({ email: 'Once@Example.org' });
    const mails = await questionsTo(stage, 'once@example.org');
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Confirm your email address for ${first}`,
    ]);
    expect(await questionsTo(stage, 'Once@Example.org')).toEqual([]);
    const other = await stage.owner();
    await other.register({ email: 'once@example.org' });
    expect(await questionsTo(stage, 'once@example.org')).toHaveLength(2);
  });

  it('is not asked where it is the confirmed address of the workspace', async () => {
    const owner = await stage.owner({ email: 'known@example.org' });
    await owner.register({ email: 'Known@example.org' });
    expect(await questionsTo(stage, 'Known@example.org')).toEqual([]);
    await stage.advance(16 * dayMs);
    expect(await noted(owner)).toEqual([]);
  });

  it('is asked after a change of the owner, and not for another phone number', async () => {
    const owner = await stage.owner();
    const name = await owner.register({ email: 'before@example.org' });
    const next = { ...contact, email: 'after@example.org' };
    await owner.client.call('replaceContact', { domain: name, contact: next });
    await until('the new owner is asked', async () => {
      return (await questionsTo(stage, 'after@example.org')).length === 1;
    });
    await owner.client.call('replaceContact', {
      domain: name,
      contact: { ...next, phone: '+1.2125550188' },
    });
    await stage.service.settled();
    expect(await questionsTo(stage, 'after@example.org')).toHaveLength(1);
  });

  it('is asked after a transfer from another registrar', async () => {
    const owner = await stage.owner();
    const domain = stage.service.freshName('sandbox-rival-approves');
    const moved = { ...contact, email: 'moved@example.org' };
    await owner.client.call('createTransfer', {
      domain,
      authCode: 'Rival-Code-1',
      contact: moved,
    });
    await stage.service.untilLive(owner.client, domain);
    const mails = await questionsTo(stage, 'moved@example.org');
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Confirm your email address for ${domain}`,
    ]);
  });

  it('is confirmed by a button, not by opening the link, and only once', async () => {
    const owner = await stage.owner();
    const name = await owner.register({ email: 'button@example.org' });
    const [mail] = await questionsTo(stage, 'button@example.org');
    if (mail === undefined) throw new Error('No mail.');
    const url = `${stage.service.url}${pathIn(mail)}`;
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await fetch(url, { method })).status).toBe(200);
    }
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const text = await page.text();
    expect(text).toContain('button@example.org');
    expect(text).toContain('<form class="card form" method="post">');
    await stage.advance(dayMs);
    expect(await noted(owner)).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      expect(await confirm(stage, mail)).toEqual({
        status: 200,
        text: expect.stringContaining('Address confirmed'),
      });
    }
    await stage.advance(20 * dayMs);
    expect(await noted(owner)).toEqual([`domain.registrant_confirmed ${name}`]);
    await owner.register({ email: 'button@example.org' });
    expect(await questionsTo(stage, 'button@example.org')).toHaveLength(1);
  });

  it('410: a link that never was, in a page', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${stage.service.url}/confirm-registrant/${'x'.repeat(43)}`, {
        method,
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        410,
        'text/html; charset=utf-8',
      ]);
      expect(await answer.text()).toContain('This link no longer works');
    }
  });

  it('is flagged after 15 days for every domain that has it, without a hold', async () => {
    const owner = await stage.owner();
    const names = [
      await owner.register({ email: 'silent@example.org' }),
      await owner.register({ email: 'silent@example.org' }),
    ];
    await owner.register({ email: 'other@example.org', name: stage.service.freshName() });
    await stage.advance(14 * dayMs);
    expect(await noted(owner)).toEqual([]);
    await stage.advance(2 * dayMs);
    const expected = names.map((name) => `domain.registrant_unconfirmed ${name}`);
    expect((await noted(owner)).filter((line) => !line.includes('other'))).toEqual(
      expect.arrayContaining(expected),
    );
    expect(await noted(owner)).toHaveLength(3);
    for (const name of names) expect(await isHeld(stage, name)).toBe(false);
    await stage.advance(20 * dayMs);
    expect(await noted(owner)).toHaveLength(3);
    expect(await questionsTo(stage, 'silent@example.org')).toHaveLength(1);
  });

  it('is flagged again when domains that were registered at the same time have it', async () => {
    const owner = await stage.owner();
    await owner.register({ email: 'late@example.org' });
    await stage.advance(16 * dayMs);
    // Each of them begins a new period, and only one of them can.
    const names = await Promise.all(
      Array.from({ length: 12 }, () => owner.register({ email: 'late@example.org' })),
    );
    await stage.advance(16 * dayMs);
    const lines = await noted(owner);
    expect(lines).toEqual(
      expect.arrayContaining(names.map((name) => `domain.registrant_unconfirmed ${name}`)),
    );
    expect(lines).toHaveLength(1 + 1 + names.length);
  });
});

describe('with holds', () => {
  describeLifecycle(
    'an address that is not confirmed in time',
    (stage) => {
      it('holds its domains until it is confirmed, and no hold of an operator', async () => {
        const owner = await stage.owner();
        const names: string[] = [];
        for (let count = 0; count < 23; count += 1) {
          const email = count % 2 === 0 ? 'held@example.org' : `free-${count}@example.org`;
          names.push(await owner.register({ email }));
        }
        const held = names.filter((_, index) => index % 2 === 0);
        const byOperator = held.pop() ?? '';
        await holdAsOperator(stage, owner, byOperator);
        await stage.advance(16 * dayMs);
        for (const name of held) expect(await isHeld(stage, name)).toBe(true);
        const [mail] = await questionsTo(stage, 'held@example.org');
        if (mail === undefined) throw new Error('No mail.');
        expect((await confirm(stage, mail)).status).toBe(200);
        await stage.advance(1);
        for (const name of held) expect(await isHeld(stage, name)).toBe(false);
        expect(await isHeld(stage, byOperator)).toBe(true);
        const [other] = await questionsTo(stage, 'free-1@example.org');
        expect(other).toBeDefined();
        expect(await isHeld(stage, names[1] ?? '')).toBe(true);
      });

      it('lifts the hold of a domain that gets a confirmed owner', async () => {
        const owner = await stage.owner({ email: 'boss@example.org' });
        await owner.register({ email: 'boss@example.org' });
        const name = await owner.register({ email: 'gone@example.org' });
        await stage.advance(16 * dayMs);
        expect(await isHeld(stage, name)).toBe(true);
        const next = { ...contact, email: 'boss@example.org' };
        await owner.client.call('replaceContact', { domain: name, contact: next });
        await until('the hold is lifted', async () => !(await isHeld(stage, name)));
      });
    },
    { HOSTMASTER_UNCONFIRMED_REGISTRANT: 'hold' },
  );
});
