/** What works without being asked: jobs for the registry, mail, and the sweep over what falls due. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '../base/clock.ts';
import type { Config } from '../config.ts';
import { mailJobs, registryJobs } from '../jobs/handlers/index.ts';
import { Worker, type WorkerOptions } from '../jobs/worker.ts';
import type { LifecycleMetrics } from '../lifecycle/lifecycle-metrics.ts';
import { Sweeper } from '../lifecycle/sweeper.ts';
import { openFileMailer } from '../mail/file-mailer.ts';
import { observeMailer } from '../mail/observed-mailer.ts';
import { openSmtpMailer } from '../mail/smtp-mailer.ts';
import { RegistryWatch, type WatchTimes } from '../reconciliation/registry-watch.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { calendarNow, rulesOf, type Stores } from './open-stores.ts';

const mailConcurrency = 4;

/** The parts that work without being asked: jobs for the registry, mail, and the lifecycle sweep. */
export interface Background {
  readonly sweeper: Sweeper;
  readonly watch: RegistryWatch;
  start(): void;
  /** Only the jobs that wait, for a command that needs one done. */
  startWorkers(): void;
  stop(): Promise<void>;
}

export function createBackground(options: {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: Logger;
  readonly onJobEnd?: NonNullable<WorkerOptions['onJobEnd']>;
  readonly metrics?: LifecycleMetrics;
  readonly leaseMs?: number;
  readonly watch?: Partial<WatchTimes>;
}): Background {
  const { config, log } = options;
  const { database, registrar, secrets } = options.stores;
  const rules = rulesOf(config, registrar);
  const mailer = observeMailer(
    config.smtpUrl === null
      ? openFileMailer(join(config.dataDir, 'mail'))
      : openSmtpMailer({ url: config.smtpUrl }),
    (end) => options.metrics?.onMailEnd(end),
  );
  const worker = {
    services: {
      database,
      registrar,
      secrets,
      rules,
      mailer,
      mail: {
        publicUrl: config.publicUrl,
        from: config.mailFrom,
        domain: new URL(config.publicUrl).hostname,
      },
      calendarNow: (reader: HostmasterReader) => calendarNow(reader, systemClock),
    },
    log,
    ...(options.onJobEnd === undefined ? {} : { onJobEnd: options.onJobEnd }),
    ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
  };
  const workers = [
    new Worker({ ...worker, handlers: registryJobs }),
    new Worker({ ...worker, handlers: mailJobs, concurrency: mailConcurrency }),
  ];
  const sweeper = new Sweeper({
    database,
    operations: { registrar, secrets, rules },
    links: worker.services.mail,
    clock: systemClock,
    mode: config.mode,
    onReleaseHeld: () => options.metrics?.onReleaseHeld(),
    calendarNow: worker.services.calendarNow,
    log,
  });
  const watch = new RegistryWatch(
    { database, registrar, rules, clock: systemClock, log },
    options.watch,
  );
  return {
    sweeper,
    watch,
    start() {
      log.info({ destination: mailer.destination }, 'mail goes here');
      for (const each of workers) each.start();
      sweeper.start();
      watch.start();
    },
    startWorkers() {
      for (const each of workers) each.start();
    },
    async stop() {
      await Promise.all([sweeper.stop(), watch.stop(), ...workers.map((each) => each.stop())]);
      await mailer.close();
    },
  };
}
