/** Mail through an SMTP server. Slow servers are given up on; the job tries again later. */
import nodemailer from 'nodemailer';
import { type Mailer, MailRejected, type OutgoingMail } from './mailer.ts';

const timeoutMs = 10_000;

export function openSmtpMailer(url: string): Mailer {
  const transport = nodemailer.createTransport({
    ...smtpOptions(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message never makes this process read files or addresses it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    destination: new URL(url).host,
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        if (isPermanent(error)) throw new MailRejected(explain(error), { cause: error });
        throw error;
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** The message as nodemailer takes it; the file mailer writes the same. */
export function messageOf(mail: OutgoingMail) {
  return {
    messageId: mail.messageId,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.date,
    headers: { 'auto-submitted': 'auto-generated' },
  };
}

function smtpOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/** A 5xx to the envelope or the message; trouble with log-in or connection may pass. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
