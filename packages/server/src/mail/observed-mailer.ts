/** Reports the outcome of each attempt to send a mail, for any mailer. */
import { type Mailer, MailRejected } from './mailer.ts';

export type MailEnd = 'sent' | 'rejected' | 'unsent';

export function observeMailer(mailer: Mailer, onEnd: (end: MailEnd) => void): Mailer {
  return {
    destination: mailer.destination,
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        onEnd(error instanceof MailRejected ? 'rejected' : 'unsent');
        throw error;
      }
      onEnd('sent');
    },
    close: () => mailer.close(),
  };
}
