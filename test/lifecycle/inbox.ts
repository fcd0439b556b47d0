/** A real SMTP server in this process. It keeps accepted mails and refuses chosen recipients. */
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Names in lower case, folded lines joined. */
  readonly headers: ReadonlyMap<string, string>;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

export interface Inbox {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** In the order they came. */
  sentTo(address: string): ReceivedMail[];
  /** From now on: 550 to the recipient, 451 to the recipient, or 530 to any sender. */
  refuse(
    how: { readonly recipient: string; readonly code: 550 | 451 } | { readonly sender: 530 },
  ): void;
  acceptAllRecipients(): void;
  /** Called when a mail is complete and before it is acknowledged. */
  onMail(hook: (mail: ReceivedMail) => Promise<void> | void): void;
  close(): Promise<void>;
}

/** Without those that ask a registrant to confirm the address. */
export function withoutQuestions(mails: readonly ReceivedMail[]): ReceivedMail[] {
  return mails.filter(({ subject }) => !subject.startsWith('Confirm your email address for '));
}

export async function openInbox(port = 0): Promise<Inbox> {
  const mails: ReceivedMail[] = [];
  const codes = new Map<string, number>();
  let senderCode: number | null = null;
  let hook: (mail: ReceivedMail) => Promise<void> | void = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom(_, __, done) {
      done(senderCode === null ? null : refusal(senderCode));
    },
    onRcptTo({ address }, _, done) {
      const code = codes.get(address);
      done(code === undefined ? null : refusal(code));
    },
    onData(stream, session, done) {
      text(stream)
        .then(async (raw) => {
          const mail = parseMail(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          );
          mails.push(mail);
          await hook(mail);
        })
        .then(() => done(), done);
    },
  });
  // A client that is killed in the middle of a mail is part of the tests.
  server.on('error', () => {});
  const listener = await new Promise<ReturnType<SMTPServer['listen']>>((resolve) => {
    const listening = server.listen(port, '127.0.0.1', () => resolve(listening));
  });
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    sentTo: (recipient) => mails.filter((mail) => mail.to.includes(recipient)),
    refuse(how) {
      if ('sender' in how) senderCode = how.sender;
      else codes.set(how.recipient, how.code);
    },
    acceptAllRecipients() {
      senderCode = null;
      codes.clear();
    },
    onMail(next) {
      hook = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Accepts connections and never answers. */
export async function openSilentServer(): Promise<{
  readonly url: string;
  readonly connections: number;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    get connections() {
      return connections;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refusal(code: number): Error {
  return Object.assign(new Error('Refused by the test.'), { responseCode: code });
}

export function parseMail(raw: string, to: readonly string[]): ReceivedMail {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error(`No multipart message:\n${raw}`);
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r?\n/, '')));
  return {
    to,
    headers,
    messageId: headers.get('message-id') ?? '',
    subject: headers.get('subject') ?? '',
    text: partOf(parts, 'text/plain'),
    html: partOf(parts, 'text/html'),
    raw,
  };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function splitPart(raw: string): Part {
  const end = /\r?\n\r?\n/.exec(raw);
  if (end === null) throw new Error(`No end of headers:\n${raw}`);
  const lines = raw
    .slice(0, end.index)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { headers, body: raw.slice(end.index + end[0].length) };
}

function partOf(parts: readonly Part[], type: string): string {
  const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
  if (part === undefined) throw new Error(`No ${type} part.`);
  const encoding = part.headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8');
  const lines = part.body.replaceAll('\r\n', '\n').replace(/\n$/, '');
  if (encoding !== 'quoted-printable') return lines;
  const bytes = lines
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
