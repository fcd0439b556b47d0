/** The outcome of one attempt to send a mail, by server behaviour. */
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MailRejected, type OutgoingMail } from './mailer.ts';
import { type MailEnd, observeMailer } from './observed-mailer.ts';
import { openSmtpMailer, smtpOptions } from './smtp-mailer.ts';

const mail: OutgoingMail = {
  messageId: '<eml_1@names.example>',
  from: 'Hostmaster <hostmaster@names.example>',
  to: 'owner@example.com',
  subject: 'A subject',
  text: 'Text',
  html: '<p>Text</p>',
  date: new Date(0),
};

type Answers = Readonly<Record<string, string>>;

const stopping = new AbortController().signal;
const open: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A minimal SMTP server; `answers` replace its answers to the given commands. */
async function serverThat(answers: Answers, greet = '220 ready'): Promise<string> {
  let isBody = false;
  return listen((socket) => {
    socket.write(`${greet}\r\n`);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').filter((each) => each !== '')) {
        if (isBody && line !== '.') continue;
        const verb = line === '.' ? '.' : (/^[A-Z]+/.exec(line.toUpperCase())?.[0] ?? '');
        const usual = verb === 'DATA' ? '354 go on' : '250 ok';
        const answer = answers[verb] ?? usual;
        isBody = answer.startsWith('354');
        socket.write(`${answer}\r\n`);
      }
    });
  });
}

async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return `smtp://127.0.0.1:${address.port}`;
}

async function endOf(url: string, sent: OutgoingMail = mail): Promise<MailEnd> {
  const ends: MailEnd[] = [];
  const smtp = openSmtpMailer({ url, silenceMs: 300, sendMs: 900, stopping });
  const mailer = observeMailer(smtp, (end) => ends.push(end));
  await mailer.send(sent).catch(() => {});
  await mailer.close();
  expect(ends).toHaveLength(1);
  return ends[0] ?? 'unsent';
}

describe('a try to send a mail', () => {
  it.each<[string, Answers, MailEnd]>([
    ['takes it', {}, 'sent'],
    ['knows no such recipient', { RCPT: '550 no such user' }, 'rejected'],
    ['is busy with the recipient', { RCPT: '451 later' }, 'unsent'],
    ['refuses the message', { '.': '554 no' }, 'rejected'],
    ['cannot store the message', { '.': '452 full' }, 'unsent'],
    ['refuses the sender', { MAIL: '550 not you' }, 'unsent'],
    ['wants a log-in', { MAIL: '530 authenticate first' }, 'unsent'],
  ])('to a server that %s', async (_, answers, end) => {
    expect(await endOf(await serverThat(answers))).toBe(end);
  });

  it('to a server that rejects every client is unsent', async () => {
    expect(await endOf(await serverThat({}, '554 go away'))).toBe('unsent');
  });

  it('to a closed port is unsent', async () => {
    const url = await listen(() => {});
    for (const { server } of open.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await endOf(url)).toBe('unsent');
  });

  it('to a silent server times out', async () => {
    expect(await endOf(await listen(() => {}))).toBe('unsent');
  });

  it('to a server that sends a little now and then times out', async () => {
    const url = await listen((socket) => {
      socket.write('220 ready\r\n');
      const timer = setInterval(() => socket.write('250-wait\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const startedAt = performance.now();
    expect(await endOf(url)).toBe('unsent');
    // The total time was exceeded, not the idle time.
    expect(performance.now() - startedAt).toBeGreaterThan(800);
  });

  it.each([
    'a@example.com>\r\nRCPT TO:<b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    'no-at-sign',
    '',
  ])('to %j is rejected', async (to) => {
    expect(await endOf(await serverThat({}), { ...mail, to })).toBe('rejected');
  });

  it('is explained by the answer of the server', async () => {
    const mailer = openSmtpMailer({
      url: await serverThat({ RCPT: '550 no such user' }),
      stopping,
    });
    await expect(mailer.send(mail)).rejects.toThrow(MailRejected);
    await expect(mailer.send(mail)).rejects.toThrow(/550 no such user/);
    await mailer.close();
  });
});

describe('hole 13: encryption', () => {
  it.each([
    ['smtp://mail.example', { secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtp://mail.example?tls=optional', { secure: false, requireTLS: false, ignoreTLS: false }],
    ['smtp://mail.example?tls=off', { secure: false, requireTLS: false, ignoreTLS: true }],
    ['smtps://mail.example', { secure: true, requireTLS: false, ignoreTLS: false }],
    // Nothing leaves the machine.
    ['smtp://127.0.0.1', { requireTLS: false }],
    ['smtp://localhost:25', { requireTLS: false }],
    ['smtp://[::1]:25', { requireTLS: false, host: '::1' }],
    ['smtp://127.0.0.1.mail.example', { requireTLS: true }],
    ['smtp://127.0.0.1?tls=required', { requireTLS: true }],
  ])('hole 13: %s', (url, options) => {
    expect(smtpOptions(url)).toMatchObject(options);
  });
});
