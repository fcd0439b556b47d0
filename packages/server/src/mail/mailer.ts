/**
 * The port to a mail server. `send` resolves when a server has accepted the message. It throws
 * MailRejected after a permanent rejection, and any other error when a retry may succeed.
 */
export interface Mailer {
  /** The destination of mail, shown to operators. */
  readonly destination: string;
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

export interface OutgoingMail {
  /** The same in every retry, so that mail clients can merge a duplicate sent after a crash. */
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
}

export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}
