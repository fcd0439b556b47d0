/**
 * What a job handler gets. It ends by finishing or postponing its job in the change that records the
 * effect (persist-job.ts); any error it throws postpones the job with backoff.
 */
import type { Logger } from 'pino';
import type { ClaimedJob } from './lease.ts';

export interface JobContext {
  readonly job: ClaimedJob;
  /** Lines name the job. */
  readonly log: Logger;
  /** Throws LeaseLost when another worker may have taken over; call it right before a send. */
  holdLease(): Promise<void>;
  /** Waits with the lease kept, while other jobs run. False when the job has to be postponed instead. */
  rest(ms: number): Promise<boolean>;
}

export type JobHandler<Context = JobContext> = (context: Context) => Promise<void>;

/** Handlers by the kind of job they do, each given the services it needs besides its job. */
export function bindHandlers<Services extends object>(
  handlers: Readonly<Record<string, JobHandler<Services & JobContext>>>,
  services: Services,
): ReadonlyMap<string, JobHandler> {
  return new Map(
    Object.entries(handlers).map(([kind, handler]) => [
      kind,
      (context) => handler({ ...services, ...context }),
    ]),
  );
}

export function payloadOf<Payload>(job: ClaimedJob): Payload {
  return job.payload as Payload;
}
