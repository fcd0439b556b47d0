/** An address gets few mails for one purpose, from one sender or many; nothing that happened is lost. */
import { minuteMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { newSignIn } from '../../packages/server/src/notices/account-notices.ts';
import { mailTo, personalMail } from '../../packages/server/src/notices/new-mail.ts';
import { ownerDataChanged } from '../../packages/server/src/notices/owner-notices.ts';
import { mailFilesTo, waitForMail } from '../dashboard-api/mail-files.ts';

const links = { publicUrl: 'http://127.0.0.1' };

const countMails = query<{ recipient: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['state', 'combined_in as combinedIn', 'held_in as heldIn', 'text_body as text'])
    .where('recipient', '=', p.recipient)
    .where('kind', '<>', 'confirm-registrant')
    .orderBy('id'),
);

describeService('mail to one address', (service) => {
  const mailsTo = (recipient: string) => service.database.all(countMails, { recipient });

  it('hole 8: 24 changes of owner send a stranger six mails, of which one lists the rest', async () => {
    const { client } = await service.workspace({ credits: '10000' });
    const email = 'stranger@example.com';
    const names: string[] = [];
    for (let count = 0; count < 12; count += 1) names.push(await service.liveDomain(client));
    for (const lastName of ['Lovelace', 'Byron']) {
      for (const domain of names) {
        const contact = { ...requiredContact, lastName, email };
        await client.call('replaceContact', { domain, contact });
        await service.untilNoJobs(domain);
      }
    }
    await service.settled();
    const written = await mailsTo(email);
    expect(written.length).toBeGreaterThan(20);
    expect(await mailFilesTo(service, email)).toHaveLength(5);

    await service.advanceCalendar(10 * minuteMs);
    const joined = await waitForMail(service, email, 6);
    expect(joined.subject).toBe(`${written.length - 5} notices from Hostmaster`);
    for (const domain of names.slice(-3)) expect(joined.text).toContain(domain);
    await service.advanceCalendar(60 * minuteMs);
    await service.settled();
    expect(await mailFilesTo(service, email)).toHaveLength(6);
    const listed = (await mailsTo(email)).filter(({ combinedIn }) => combinedIn !== null);
    expect(listed).toHaveLength(written.length - 5);
    for (const { state, text } of listed) expect([state, text]).toEqual(['sent', '']);
  });

  it('hole 8: notices about sign-ins arrive while another purpose is used up', async () => {
    const { id: workspaceId } = await service.workspace();
    const recipient = 'busy@example.com';
    const at = Date.now();
    const changed = (changeId: string) => {
      const facts = { workspaceId, name: 'a.com', changeId, recipient, isNewOwner: true };
      return ownerDataChanged(links, facts);
    };
    const spam = Array.from({ length: 20 }, (_, nth) =>
      personalMail({ cause: workspaceId, recipient, at, notice: changed(`${workspaceId}${nth}`) }),
    );
    await persistChange(service.database, { mails: spam });
    await service.settled();
    expect(await mailFilesTo(service, recipient)).toHaveLength(5);
    const notice = newSignIn(links, { address: '192.0.2.1', at });
    const mail = personalMail({ cause: 'usr_1', recipient, at, notice });
    await persistChange(service.database, { mails: [mail] });
    expect((await waitForMail(service, recipient, 6)).subject).toBe('New sign-in to your account');
  });

  it('many mails at once to one address, from many workspaces, take no more places', async () => {
    const recipient = 'crowded@example.com';
    const at = Date.now();
    const workspaces = await Promise.all(Array.from({ length: 8 }, () => service.workspace()));
    await Promise.all(
      workspaces.flatMap(({ id: workspaceId }) =>
        Array.from({ length: 5 }, (_, nth) => {
          const notice = {
            kind: 'auth-code-issued' as const,
            onceKey: `crowd ${workspaceId} ${nth}`,
            subject: `Code ${nth}`,
            paragraphs: [],
            action: { label: 'Open', url: links.publicUrl },
          };
          const mail = mailTo({ workspaceId, recipient, at, notice });
          return persistChange(service.database, { mails: [mail] });
        }),
      ),
    );
    await service.settled();
    expect(await mailFilesTo(service, recipient)).toHaveLength(5);
    // One mail each ten minutes, each about one workspace.
    for (let more = 1; more <= 8; more += 1) {
      if ((await mailsTo(recipient)).every(({ heldIn }) => heldIn === null)) break;
      await service.advanceCalendar(10 * minuteMs);
      await until('the next one is sent', async () => {
        return (await mailFilesTo(service, recipient)).length === 5 + more;
      });
    }
    await service.settled();
    expect((await mailsTo(recipient)).every(({ state }) => state === 'sent')).toBe(true);
  });
});
