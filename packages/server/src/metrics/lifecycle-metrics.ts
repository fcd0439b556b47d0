/** Metrics of background work that needs an operator: mail that is not sent, releases on hold. */
import { Counter, type Registry } from 'prom-client';
import type { MailEnd } from '../mail/observed-mailer.ts';

export interface LifecycleMetrics {
  onMailEnd(end: MailEnd): void;
  onReleaseHeld(): void;
}

const mailEnds: readonly MailEnd[] = ['sent', 'rejected', 'unsent'];

export function createLifecycleMetrics(registry: Registry): LifecycleMetrics {
  const mails = new Counter({
    name: 'hostmaster_mails_total',
    help: 'Attempts to send a mail: sent, rejected permanently, or unsent and retried.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const held = new Counter({
    name: 'hostmaster_releases_held_total',
    help: "Times a release was postponed because the day's limit was reached.",
    registers: [registry],
  });
  for (const outcome of mailEnds) mails.inc({ outcome }, 0);
  return {
    onMailEnd: (outcome) => mails.inc({ outcome }),
    onReleaseHeld: () => held.inc(),
  };
}
