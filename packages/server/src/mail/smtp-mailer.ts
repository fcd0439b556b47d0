/** Sends mail through an SMTP server. Slow servers time out; the job retries later. */
import { connect, type Socket } from 'node:net';
import { minuteMs } from '@hostmaster/contract/durations';
import nodemailer from 'nodemailer';
import { isLoopback } from '../base/addresses/loopback.ts';
import { type CallScope, outsideCall } from '../base/outside-call.ts';
import { printable } from '../base/printable.ts';
import { type Mailer, MailRejected, type OutgoingMail } from './mailer.ts';

export interface SmtpMailerOptions {
  readonly url: string;
  /** How long a server may be silent. */
  readonly silenceMs?: number;
  /** How long one mail may take in total, even when the server keeps answering. */
  readonly sendMs?: number;
  /** Cuts a mail off that is being sent. */
  readonly stopping: AbortSignal;
}

const checkMs = 10_000;

export function openSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { url, silenceMs = 10_000, sendMs: totalMs = minuteMs, stopping } = options;
  const limit = { peer: 'the mail server', totalMs, stopping };
  return {
    destination: new URL(url).host,
    async send(mail) {
      const message = messageOf(mail);
      try {
        await outsideCall(limit, (scope) =>
          openTransport(scope, { url, silenceMs }).sendMail(message),
        );
      } catch (error) {
        if (isPermanent(error)) throw new MailRejected(explain(error), { cause: error });
        throw explainUpgrade(error);
      }
    },
    async close() {},
  };
}

/** Connects, encrypts and signs in as for a mail, and sends none. Rejects when that fails. */
export async function checkSmtp(url: string, stopping: AbortSignal): Promise<void> {
  const limit = { peer: 'the mail server', totalMs: checkMs, stopping };
  try {
    await outsideCall(limit, (scope) => openTransport(scope, { url, silenceMs: checkMs }).verify());
  } catch (error) {
    throw explainUpgrade(error);
  }
}

type SocketCallback = (error: Error | null, given?: { readonly connection: Socket }) => void;

/** For one mail. Its socket is ours, because the library has no way to end a mail under way. */
function openTransport(
  scope: CallScope,
  { url, silenceMs }: { readonly url: string; readonly silenceMs: number },
) {
  const server = smtpOptions(url);
  return nodemailer.createTransport({
    ...server,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A message must never make this process read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_: unknown, callback: SocketCallback) => {
      const socket = scope.own(connect({ host: server.host, port: server.port }));
      const silence = setTimeout(
        () => socket.destroy(new Error(`No connection within ${silenceMs} ms.`)),
        silenceMs,
      );
      socket.once('close', () => clearTimeout(silence));
      socket.once('error', callback);
      socket.once('connect', () => {
        clearTimeout(silence);
        socket.off('error', callback);
        callback(null, { connection: socket });
      });
    },
  });
}

/** Exactly one address: text that could be parsed as a second one or as a header is rejected. */
const addressPattern = /^[^\s<>(),;:"@]+@[^\s<>(),;:"@]+$/;

/** The message as nodemailer takes it; the file mailer writes the same. */
export function messageOf(mail: OutgoingMail) {
  if (!addressPattern.test(mail.to)) {
    throw new MailRejected(`${JSON.stringify(mail.to)} is not an email address.`);
  }
  return {
    messageId: mail.messageId,
    from: mail.from,
    to: { name: '', address: mail.to },
    subject: printable(mail.subject),
    text: mail.text,
    html: mail.html,
    date: mail.date,
    headers: { 'auto-submitted': 'auto-generated' },
  };
}

/**
 * `smtp://` needs STARTTLS, because passwords and links must not cross a network in the clear. The URL
 * may say otherwise: `?tls=optional` or `?tls=off`. A loopback host is `optional` by default: nothing
 * leaves the machine, and local mail servers usually have no certificate for it.
 */
export function smtpOptions(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const tls = searchParams.get('tls') ?? (isLoopback(hostname) ? 'optional' : 'required');
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && tls === 'required',
    ignoreTLS: !isSecure && tls === 'off',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/**
 * A 5xx reply to this recipient or this message. Failures of the connection, the login or the
 * sender are for the operator to fix; the mail is sent afterwards.
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, code, command } = error as Error & {
    responseCode?: number;
    code?: string;
    command?: string;
  };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return command !== 'MAIL FROM' && (responseCode ?? 0) >= 500;
}

/** The server does not know STARTTLS; a certificate that cannot be verified is another fault. */
function isUpgradeRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, response } = error as Error & { code?: string; response?: string };
  return code === 'ETLS' && response !== undefined;
}

function explainUpgrade(error: unknown): unknown {
  if (!isUpgradeRefused(error)) return error;
  return new Error(
    'The mail server refuses STARTTLS. Enable it there, or add ?tls=optional to SMTP_URL to send mail without encryption.',
    { cause: error },
  );
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
