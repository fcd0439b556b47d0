/** Registrants are reminded once a year and domain to check their data, where the setting says so. */

import { addYears, dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { interpose } from '@hostmaster/test-rig/crash-interpose';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import type { ReceivedMail } from './inbox.ts';
import { describeLifecycle, type Owner, publicUrl, type Stage } from './stage.ts';

const reminder = /check (?:the|your) registration data/;
const settings = { HOSTMASTER_REGISTRATION_DATA_REMINDER: 'on' };

async function remindersTo(stage: Stage, address: string): Promise<ReceivedMail[]> {
  await stage.mailSettled();
  return stage.inbox.sentTo(address).filter(({ subject }) => reminder.test(subject));
}

async function notedFor(owner: Owner): Promise<string[]> {
  const entries = await owner.activity('domain.registration_data_reminder');
  return entries.map(({ subject }) => subject);
}

const setCreatedAt = query<{ id: string; at: number }>()(({ db, p }) =>
  db.updateTable('domains').set({ created_at: p.at }).where('id', '=', p.id),
);

const setState = query<{ id: string; state: 'failed' | 'released' | 'releasing' }>()(({ db, p }) =>
  db.updateTable('domains').set({ state: p.state, due_at: null }).where('id', '=', p.id),
);

const listSent = query<{ domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('sent_data_reminders')
    .innerJoin('mails', 'mails.id', 'sent_data_reminders.mail_id')
    .select(['sent_data_reminders.year as year', 'mails.recipient as recipient'])
    .where('domain_id', '=', p.domainId)
    .orderBy('year'),
);

async function idOf(owner: Owner, name: string): Promise<{ domainId: string }> {
  return { domainId: (await owner.row(name)).id };
}

/** A domain that was registered before the setting was turned on. */
async function makeOld(stage: Stage, owner: Owner, name: string, at: number): Promise<void> {
  const { id } = await owner.row(name);
  await stage.service.database.transaction((tx) => tx.run(setCreatedAt, { id, at }));
}

describeLifecycle(
  'the yearly reminder to check registration data',
  (stage) => {
    it('goes to the registrant on each anniversary, once, with the data on record', async () => {
      const owner = await stage.owner();
      const email = 'yearly@example.org';
      const name = await owner.register({ email, autoRenew: true });
      const {
        registration: { createdAt },
      } = await owner.row(name);
      await stage.advanceTo(addYears(createdAt, 1) - 2 * dayMs);
      expect(await remindersTo(stage, email)).toEqual([]);
      await stage.advanceTo(addYears(createdAt, 1));
      const [mail, ...others] = await remindersTo(stage, email);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe(`Please check the registration data of ${name}`);
      const { firstName, lastName, phone, city, address1 } = contact;
      for (const shown of [`${firstName} ${lastName}`, phone, city, address1, email]) {
        expect(mail?.text).toContain(shown);
      }
      expect(mail?.text).toContain(`${publicUrl}/dashboard/${owner.id}/domains/${name}`);
      await stage.advanceTo(addYears(createdAt, 2) - 2 * dayMs);
      expect(await remindersTo(stage, email)).toHaveLength(1);
      await stage.advanceTo(addYears(createdAt, 2));
      await stage.advance(30 * dayMs);
      expect(await remindersTo(stage, email)).toHaveLength(2);
      expect(await notedFor(owner)).toEqual([name, name]);
      const first = new Date(createdAt).getUTCFullYear() + 1;
      expect(await stage.service.database.all(listSent, await idOf(owner, name))).toEqual([
        { year: first, recipient: email },
        { year: first + 1, recipient: email },
      ]);
    });

    it('is sent once by any number of processes', async () => {
      const owner = await stage.owner();
      const email = 'parallel@example.org';
      const name = await owner.register({ email, years: 2 });
      const {
        registration: { createdAt },
      } = await owner.row(name);
      await stage.advanceTo(addYears(createdAt, 1) - 2 * dayMs);
      await Promise.all([1, 2, 3].map(() => stage.advanceTo(addYears(createdAt, 1))));
      expect(await remindersTo(stage, email)).toHaveLength(1);
      expect(await notedFor(owner)).toEqual([name]);
    });

    it.each(['before', 'after'] as const)(
      'is sent once when the process ends %s its change',
      async (when) => {
        const owner = await stage.owner();
        const email = `killed-${when}@example.org`;
        const name = await owner.register({ email, years: 2 });
        const {
          registration: { createdAt },
        } = await owner.row(name);
        await stage.advance(2 * dayMs);
        // Only this test is on the anniversary: no other process sends the reminder.
        const calendarNow = async () => addYears(createdAt, 1);
        const { database } = stage.service;
        const ending: HostmasterDatabase = interpose(database, {
          async change(work) {
            const isReminder = work.keys.some((key) => key.startsWith('data reminder '));
            if (!isReminder) return database.change(work);
            if (when === 'after') await database.change(work);
            throw new Error('The process ends.');
          },
        });
        await expect(stage.sweeper({ database: ending, calendarNow }).sweep()).rejects.toThrow(
          'The process ends.',
        );
        const sent = when === 'after' ? [name] : [];
        expect(await notedFor(owner)).toEqual(sent);
        expect(await stage.service.database.all(listSent, await idOf(owner, name))).toHaveLength(
          sent.length,
        );
        await stage.sweeper({ calendarNow }).sweep();
        await stage.sweeper({ calendarNow }).sweep();
        expect(await remindersTo(stage, email)).toHaveLength(1);
        expect(await notedFor(owner)).toEqual([name]);
      },
    );

    it('is left out when it is more than 30 days late, until the next anniversary', async () => {
      const owner = await stage.owner();
      const email = 'late@example.org';
      const name = await owner.register({ email, years: 3 });
      const {
        registration: { createdAt },
      } = await owner.row(name);
      await stage.advance(2 * dayMs);
      const sweepAt = (at: number) => stage.sweeper({ calendarNow: async () => at }).sweep();
      await sweepAt(addYears(createdAt, 1) + 40 * dayMs);
      expect(await remindersTo(stage, email)).toEqual([]);
      await sweepAt(addYears(createdAt, 2) + 20 * dayMs);
      expect(await remindersTo(stage, email)).toHaveLength(1);
    });

    it('waits for the next anniversary of a domain that is years old', async () => {
      const owner = await stage.owner();
      const email = 'old@example.org';
      const name = await owner.register({ email, years: 3 });
      const now = await stage.now();
      await makeOld(stage, owner, name, addYears(now, -7) + 10 * dayMs);
      await stage.advance(8 * dayMs);
      expect(await remindersTo(stage, email)).toEqual([]);
      await stage.advance(3 * dayMs);
      expect(await remindersTo(stage, email)).toHaveLength(1);
      await stage.advance(300 * dayMs);
      expect(await remindersTo(stage, email)).toHaveLength(1);
    });

    it('is one mail for many domains of one day and address', async () => {
      const owner = await stage.owner();
      const email = 'many@example.org';
      const names: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        names.push(await owner.register({ email, years: 2 }));
      }
      await stage.advance(367 * dayMs);
      const mails = await remindersTo(stage, email);
      // Midnight may pass between the registrations.
      expect(mails.length).toBeLessThan(names.length);
      const text = mails.map((mail) => mail.text).join('\n');
      for (const name of names) expect(text).toContain(name);
      expect((await notedFor(owner)).sort()).toEqual(names.sort());
    });

    it('is not sent for a domain that failed, was released or is being released', async () => {
      const owner = await stage.owner();
      const states = ['failed', 'released', 'releasing'] as const;
      for (const state of states) {
        const name = await owner.register({ email: `${state}@example.org`, years: 2 });
        const { id } = await owner.row(name);
        // Scheduled before it ends.
        await stage.advance(2 * dayMs);
        await stage.service.database.transaction((tx) => tx.run(setState, { id, state }));
      }
      await stage.advance(368 * dayMs);
      for (const state of states) {
        expect(await remindersTo(stage, `${state}@example.org`), state).toEqual([]);
      }
      expect(await notedFor(owner)).toEqual([]);
    });

    it('waits for the renewal of a domain that has expired', async () => {
      const owner = await stage.owner();
      const email = 'expired@example.org';
      const name = await owner.register({ email });
      const {
        registration: { createdAt, expiresAt },
      } = await owner.row(name);
      await makeOld(stage, owner, name, createdAt + 5 * dayMs);
      await stage.advanceTo(expiresAt + 8 * dayMs);
      expect(await remindersTo(stage, email)).toEqual([]);
      await owner.client.call('renewDomain', { domain: name, years: 1 });
      await stage.service.settled();
      await stage.advance(2 * dayMs);
      expect(await remindersTo(stage, email)).toHaveLength(1);
    });
  },
  settings,
);

describeLifecycle('the yearly reminder without its setting', (stage) => {
  it('is not sent', async () => {
    const owner = await stage.owner();
    const name = await owner.register({ email: 'off@example.org', years: 2 });
    await stage.advance(400 * dayMs);
    expect(await remindersTo(stage, 'off@example.org')).toEqual([]);
    expect(await notedFor(owner)).toEqual([]);
    expect((await owner.row(name)).state).toBe('live');
  });
});
