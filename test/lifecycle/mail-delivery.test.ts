/** Faults of mail servers, and what must keep working. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { postMail } from '@hostmaster/test-rig/post-mail';
import { runCommand, type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { contact, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { chooseNewPassword } from '../../packages/server/src/notices/account-notices.ts';
import { personalMail } from '../../packages/server/src/notices/new-mail.ts';
import { openInbox, openSilentServer, parseMail, withoutQuestions } from './inbox.ts';
import { describeLifecycle, type Owner, Stage } from './stage.ts';

const listMails = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['subject', 'state', 'problem'])
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('id'),
);

const listTextsTo = query<{ recipient: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['state', 'text_body', 'html_body'])
    .where('recipient', '=', p.recipient),
);

const setEmail = query<{ id: string; email: string }>()(({ db, p }) =>
  db.updateTable('workspaces').set({ email: p.email }).where('id', '=', p.id),
);

async function metric(service: TestService, name: string): Promise<number> {
  const line = (await service.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

function states(stage: Stage, owner: Owner) {
  return stage.service.database.all(listMails, { workspaceId: owner.id });
}

describeLifecycle('a mail server', (stage) => {
  it('that rejects one address still receives the mails to others', async () => {
    const [refused, other] = [await stage.owner(), await stage.owner()];
    stage.inbox.refuse({ recipient: refused.email ?? '', code: 550 });
    const before = await metric(stage.service, 'hostmaster_mails_total{outcome="rejected"}');
    const [name, otherName] = [await refused.register(), await other.register()];
    expect(await other.subjects()).toEqual([`${otherName} is registered`]);
    expect(await refused.subjects()).toEqual([]);
    expect(await states(stage, refused)).toEqual([
      { subject: `${name} is registered`, state: 'failed', problem: expect.stringMatching(/550/) },
    ]);
    expect(await refused.activity('mail.failed')).toMatchObject([
      {
        subject: refused.email,
        details: { kind: 'registration-succeeded', problem: expect.stringMatching(/550/) },
      },
    ]);
    expect(await metric(stage.service, 'hostmaster_mails_total{outcome="rejected"}')).toBe(
      before + 1,
    );
    stage.inbox.acceptAllRecipients();
  });

  it('receives mail to a person, whose text is not kept', async () => {
    const { database } = stage.service;
    const recipient = 'reset@example.com';
    const notice = chooseNewPassword({ publicUrl: 'http://127.0.0.1' }, { token: 'secret' });
    const mails = [personalMail({ cause: null, recipient, at: Date.now(), notice })];
    await persistChange(database, { mails });
    await until('it is sent', () => stage.inbox.sentTo(recipient).length === 1);
    await stage.service.settled();
    expect(await database.all(listTextsTo, { recipient })).toEqual([
      { state: 'sent', text_body: '', html_body: '' },
    ]);
  });

  it('that is busy gets the mail later, and the activity shows the delay once', async () => {
    const owner = await stage.owner();
    const before = await metric(stage.service, 'hostmaster_mails_total{outcome="unsent"}');
    stage.inbox.refuse({ recipient: owner.email ?? '', code: 451 });
    const name = await owner.register();
    await until('it was tried twice', async () => {
      return (
        (await metric(stage.service, 'hostmaster_mails_total{outcome="unsent"}')) >= before + 2
      );
    });
    expect(await owner.activity('mail.delayed')).toHaveLength(1);
    expect(await owner.activity('mail.failed')).toEqual([]);
    stage.inbox.acceptAllRecipients();
    expect(await owner.subjects()).toEqual([`${name} is registered`]);
    expect(await owner.activity('mail.sent')).toHaveLength(1);
  });

  it('that rejects the sender gets the mail later', async () => {
    const owner = await stage.owner();
    stage.inbox.refuse({ sender: 530 });
    const name = await owner.register();
    await until('it was tried', async () => (await owner.activity('mail.delayed')).length === 1);
    expect(await states(stage, owner)).toMatchObject([{ state: 'waiting' }]);
    stage.inbox.acceptAllRecipients();
    expect(await owner.subjects()).toEqual([`${name} is registered`]);
  });

  it('gets the same mail once, however often it is written', async () => {
    const owner = await stage.owner();
    const notice = {
      kind: 'change-refused' as const,
      onceKey: `test:${owner.id}`,
      subject: 'Only once',
      paragraphs: ['Really.'],
      action: { label: 'Open', url: 'https://names.example/' },
    };
    await Promise.all(
      Array.from({ length: 8 }, () =>
        postMail(stage.service.database, { workspaceId: owner.id, notice }),
      ),
    );
    expect(await owner.subjects()).toEqual(['Only once']);
  });

  it.each([
    'a@example.com\r\nBcc: victim@example.com',
    'a@example.com>\r\nRCPT TO:<victim@example.com',
    'victim@example.com, a@example.com',
  ])('receives no mail for an address like %j', async (email) => {
    stage.inbox.acceptAllRecipients();
    const owner = await stage.owner();
    const before = stage.inbox.mails.length;
    await stage.service.database.transaction((tx) => tx.run(setEmail, { id: owner.id, email }));
    await owner.register();
    await stage.mailSettled();
    expect(withoutQuestions(stage.inbox.mails.slice(before))).toEqual([]);
    expect(await owner.activity('mail.failed')).toHaveLength(1);
    expect(stage.inbox.sentTo('victim@example.com')).toEqual([]);
  });

  it('receives no header injected by a subject with line breaks', async () => {
    const owner = await stage.owner();
    await postMail(stage.service.database, {
      workspaceId: owner.id,
      notice: {
        kind: 'change-refused' as const,
        onceKey: newId('eml'),
        subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nBody',
        paragraphs: ['<script>alert(1)</script>'],
        action: { label: 'Open', url: 'https://names.example/?a=1&b="2"' },
      },
    });
    const [mail] = await owner.mails();
    expect(mail?.to).toEqual([owner.email]);
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('href="https://names.example/?a=1&amp;b=&quot;2&quot;"');
  });
});

describeOnBothEngines('an unreachable mail server', (engine) => {
  it('keeps neither registrations nor the sandbox clock waiting, and gets everything later', async () => {
    const gone = await openInbox();
    const port = Number(new URL(gone.url).port);
    await gone.close();
    const stage = new Stage(engine, { SMTP_URL: gone.url });
    await stage.open();
    const owner = await stage.owner();
    const name = await owner.register();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    const report = await stage.advanceTo(expiresAt - 29 * dayMs);
    expect(report.unfinishedJobs).toBe(3);
    expect(await owner.domain(name)).toMatchObject({ status: 'expiring_soon' });
    expect(await owner.activity('mail.delayed')).toHaveLength(2);
    expect(
      await metric(stage.service, 'hostmaster_mails_total{outcome="unsent"}'),
    ).toBeGreaterThanOrEqual(2);

    const back = await openInbox(port);
    engine.afterwards(() => back.close());
    await stage.mailSettled();
    expect(back.mails.map(({ subject }) => subject).sort()).toEqual([
      `Confirm your email address for ${name}`,
      `${name} expires in 30 days`,
      `${name} is registered`,
    ]);
    await stage.close();
  });

  it('by never answering holds up no registry job', async () => {
    const silent = await openSilentServer();
    engine.afterwards(() => silent.close());
    const stage = new Stage(engine, { SMTP_URL: silent.url });
    await stage.open();
    const owner = await stage.owner();
    await Promise.all(Array.from({ length: 12 }, () => owner.register()));
    await until('mail is being tried', () => silent.connections >= 4);
    const name = await owner.register();
    await owner.client.call('renewDomain', { domain: name });
    await stage.service.untilNoJobs(name);
    expect(await owner.terms(name)).toMatchObject([{ state: 'posted' }, { state: 'posted' }]);
    await silent.close();
    await stage.close();
  });
});

describeOnBothEngines('mail', (engine) => {
  it('becomes files in the data directory when there is no server, and the log says where', async () => {
    const place = await engine.place();
    const server = await startServer(engine, {
      place,
      environment: { HOSTMASTER_LOG_LEVEL: 'info', HOSTMASTER_SANDBOX_DELAY: '10ms' },
    });
    const directory = join(place.dataDir, 'mail');
    expect(server.output()).toContain(directory);
    const apiKey = await createOwner(place, 'files@example.com');
    await registerFrom(server, apiKey, { domain: 'file-mail.com', email: 'files@example.com' });
    await until('there is a file', async () => {
      const files = await readdir(directory).catch(() => []);
      return files.some((file) => file.endsWith('.eml'));
    });
    const [file = ''] = await readdir(directory);
    const mail = parseMail(await readFile(join(directory, file), 'utf8'), []);
    expect(mail.headers.get('to')).toBe('files@example.com');
    expect(mail.subject).toBe('file-mail.com is registered');
    expect(mail.messageId).toContain(file.replace(/\.eml$/, ''));
  });

  it('that was taken before a crash comes again under the same id', async () => {
    const inbox = await openInbox();
    engine.afterwards(() => inbox.close());
    const place = await engine.place();
    const start = {
      place,
      entry: new URL('./serve-briefly.ts', import.meta.url),
      environment: { SMTP_URL: inbox.url, HOSTMASTER_SANDBOX_DELAY: '10ms' },
    };
    const server = await startServer(engine, start);
    const apiKey = await createOwner(place, 'crash@example.com');
    // The server dies after the mail is complete and before it is acknowledged.
    inbox.onMail(() => server.destroy());
    await registerFrom(server, apiKey, { domain: 'crash-mail.com', email: 'crash@example.com' });
    await server.exited;
    expect(inbox.mails).toHaveLength(1);
    inbox.onMail(() => {});
    await startServer(engine, start);
    await until('it comes again', () => inbox.mails.length === 2, 60_000);
    const [first, second] = inbox.mails;
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.subject).toBe(first?.subject);
  });
});

async function createOwner(place: TestPlace, email: string): Promise<string> {
  const { stdout } = await runCommand(
    place,
    ...['workspace', 'create', '--name', 'Owner', '--email', email, '--credits', '100', '--json'],
  );
  return (JSON.parse(stdout) as { apiKey: string }).apiKey;
}

/** The registrant has the address of the workspace, so that it needs no confirmation. */
async function registerFrom(
  server: ServerProcess,
  apiKey: string,
  { domain, email }: { readonly domain: string; readonly email: string },
): Promise<void> {
  const response = await fetch(`${server.url}/v1/domains`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ domain, contact: { ...contact, email } }),
  });
  expect(response.status).toBe(200);
}
