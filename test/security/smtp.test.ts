/** A real SMTP server without STARTTLS gets no mail unless the URL allows it. */
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnOneEngine } from '@hostmaster/test-rig/engines';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openInbox } from '../lifecycle/inbox.ts';
import { Stage } from '../lifecycle/stage.ts';

const listMails = query<{ workspaceId: string }>()(({ db, p }) =>
  db.selectFrom('mails').select(['state', 'problem']).where('workspace_id', '=', p.workspaceId),
);

describeOnOneEngine('hole 13: a mail server without STARTTLS', (engine) => {
  it('hole 13: mail stays queued, and the problem says what to do', async () => {
    const inbox = await openInbox();
    engine.afterwards(() => inbox.close());
    const stage = new Stage(engine, { SMTP_URL: `${inbox.url}?tls=required` });
    await stage.open();
    const owner = await stage.owner();
    await owner.register();
    await until('it was tried', async () => (await owner.activity('mail.delayed')).length === 1);
    const mails = await stage.service.database.all(listMails, { workspaceId: owner.id });
    expect(mails).toEqual([
      { state: 'waiting', problem: expect.stringMatching(/refuses STARTTLS.*\?tls=optional/) },
    ]);
    expect(inbox.mails).toEqual([]);
    await stage.close();
  });

  it('hole 13: ?tls=off sends it in the clear', async () => {
    const inbox = await openInbox();
    engine.afterwards(() => inbox.close());
    const stage = new Stage(engine, { SMTP_URL: `${inbox.url}?tls=off` });
    await stage.open();
    const owner = await stage.owner();
    const name = await owner.register();
    await stage.mailSettled();
    const subjects = inbox.mails.map(({ subject }) => subject).sort();
    expect(subjects).toEqual([`Confirm your email address for ${name}`, `${name} is registered`]);
    await stage.close();
  });
});
