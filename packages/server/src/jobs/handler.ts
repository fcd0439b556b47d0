/**
 * What a job handler gets. It ends by finishing or postponing its job inside the transaction that
 * records the effect; anything it throws puts the job back with backoff.
 */
import type { SecretBox } from '../base/secret-box.ts';
import type { LifecycleRules } from '../domains/lifecycle.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { NoticeLinks } from '../mail/notices.ts';
import type { Registrar } from '../registrars/registrar.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { ClaimedJob } from './queue.ts';

/** Who our mail is from, and where its links lead. */
export interface MailIdentity extends NoticeLinks {
  readonly from: string;
  readonly domain: string;
}

export interface JobServices {
  readonly database: HostmasterDatabase;
  readonly registrar: Registrar;
  readonly secrets: SecretBox;
  readonly rules: LifecycleRules;
  readonly mailer: Mailer;
  readonly mail: MailIdentity;
  /** Calendar time, read in the transaction that uses it. */
  calendarNow(reader: HostmasterReader): Promise<number>;
}

export interface JobContext extends JobServices {
  readonly job: ClaimedJob;
  /** Throws LeaseLost when another worker may have taken over; to be called right before a send. */
  holdLease(): Promise<void>;
}

export type JobHandler = (context: JobContext) => Promise<void>;

export function payloadOf<Payload>(job: ClaimedJob): Payload {
  return JSON.parse(job.payload) as Payload;
}
