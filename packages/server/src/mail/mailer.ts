/**
 * The port to the world of mail. `send` resolves when a server has taken the message; it throws
 * MailRejected when it will never take it, and anything else when another try may succeed.
 */
export interface Mailer {
  /** Shown to operators: where mail goes. */
  readonly destination: string;
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
}

export interface OutgoingMail {
  /** Stays the same over repeated tries, so that a mail sent twice by a crash is one to its reader. */
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
