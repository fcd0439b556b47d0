/** Creates the background work: registry jobs, mail, signing, the registry watch and the sweep. */
import type { Logger } from 'pino';
import { bulkJobs } from '../bulk/run-bulk.ts';
import type { Config } from '../config/config.ts';
import { mailDirectory } from '../config/mail.ts';
import { registryJobs } from '../fulfilment/registry-jobs.ts';
import { Worker, type WorkerOptions } from '../jobs/worker.ts';
import { BudgetWatch } from '../lifecycle/budget-watch.ts';
import { CdsWatch } from '../lifecycle/cds-watch.ts';
import type { CdsSource } from '../lifecycle/find-cds.ts';
import { paidRenewalJobs } from '../lifecycle/renew-after-top-up.ts';
import { Sweeper } from '../lifecycle/sweeper.ts';
import { openFileMailer } from '../mail/file-mailer.ts';
import { observeMailer } from '../mail/observed-mailer.ts';
import { mailJobs } from '../mail/send-mail.ts';
import { openSmtpMailer } from '../mail/smtp-mailer.ts';
import type { LifecycleMetrics } from '../metrics/lifecycle-metrics.ts';
import { ZoneSigner } from '../publication/zone-signer.ts';
import { RegistryWatch, type WatchTimes } from '../reconciliation/registry-watch.ts';
import { SearchIndexer } from '../search/search-indexer.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { webhookJobs } from '../webhooks/deliver-webhook.ts';
import { DeliveryPlaces, deliveryPlaces } from '../webhooks/delivery-places.ts';
import { WebhookDispatcher } from '../webhooks/webhook-dispatcher.ts';
import { calendarNow, hasMailbox, operationsOf, type Stores } from './open-stores.ts';
import { upstreamOf } from './resolvers.ts';

const mailConcurrency = 4;
/** Workspaces whose bulk operations have a slice at the same time. */
const bulkConcurrency = 4;

/** The registry is in this process: asking it for messages is one query. */
const embeddedTimes: Partial<WatchTimes> = { messagesEveryMs: 1_000 };

/** The background work of a process. */
export interface Background {
  readonly sweeper: Sweeper;
  readonly watch: RegistryWatch;
  start(): void;
  /** Starts only the workers, for a command that waits for a job. */
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
  const { database, registrar, secrets, handover, clock, random, stop } = options.stores;
  const mailer = observeMailer(
    config.smtpUrl === null
      ? openFileMailer(mailDirectory(config))
      : openSmtpMailer({ url: config.smtpUrl, stopping: stop.overdue }),
    (end) => options.metrics?.onMailEnd(end),
  );
  const links = { publicUrl: config.publicUrl };
  const clockOf = (reader: HostmasterReader) => calendarNow(reader, clock);
  const operations = operationsOf(config, options.stores);
  const worker = {
    database,
    handover,
    random,
    log,
    ...(options.onJobEnd === undefined ? {} : { onJobEnd: options.onJobEnd }),
    ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
  };
  const workers = [
    new Worker({
      ...worker,
      handlers: new Map([
        ...registryJobs({
          database,
          registrar,
          secrets,
          rules: operations.rules,
          clock,
          links,
          calendarNow: clockOf,
        }),
        ...paidRenewalJobs({ database, operations, calendarNow: clockOf }),
      ]),
    }),
    new Worker({
      ...worker,
      handlers: mailJobs({
        database,
        mailer,
        identity: { from: config.mailFrom, domain: new URL(config.publicUrl).hostname },
        calendarNow: clockOf,
        keepsText: hasMailbox(config),
      }),
      concurrency: mailConcurrency,
    }),
    new Worker({
      ...worker,
      handlers: bulkJobs({
        database,
        operations: { ...operations, findServing: options.stores.findServingInBulk },
        clock,
        calendarNow: clockOf,
      }),
      concurrency: bulkConcurrency,
    }),
  ];
  const stopping = new AbortController();
  workers.push(
    new Worker({
      ...worker,
      handlers: webhookJobs({
        database,
        clock,
        random,
        secrets,
        targets: options.stores.webhookTargets,
        links,
        places: new DeliveryPlaces(),
        stopping: stopping.signal,
        calendarNow: clockOf,
      }),
      concurrency: deliveryPlaces,
    }),
  );
  const dispatcher = new WebhookDispatcher({ database, log });
  const sweeper = new Sweeper({
    database,
    operations,
    links,
    clock,
    mode: config.mode,
    onReleaseHeld: () => options.metrics?.onReleaseHeld(),
    calendarNow: clockOf,
    log,
  });
  const budgets = new BudgetWatch({ database, links, calendarNow: clockOf, log });
  const cds = new CdsWatch(
    { database, operations, clock, random, calendarNow: clockOf, log },
    cdsSource(config, options.stores),
  );
  const signer = new ZoneSigner({ database, clock, log });
  const indexer = new SearchIndexer({ database, clock, demand: options.stores.searchDemand, log });
  const watch = new RegistryWatch(
    { database, registrar, rules: operations.rules, clock, log },
    { ...(config.registrar === 'sandbox' ? embeddedTimes : {}), ...options.watch },
  );
  return {
    sweeper,
    watch,
    start() {
      log.info({ destination: mailer.destination }, 'mail destination');
      for (const each of workers) each.start();
      sweeper.start();
      dispatcher.start();
      budgets.start();
      cds.start();
      signer.start();
      indexer.start();
      watch.start();
    },
    startWorkers() {
      for (const each of workers) each.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all([
        sweeper.stop(),
        dispatcher.stop(),
        budgets.stop(),
        cds.stop(),
        signer.stop(),
        indexer.stop(),
        watch.stop(),
        ...workers.map((each) => each.stop()),
      ]);
      await mailer.close();
    },
  };
}

function cdsSource({ parentResolvers }: Config, stores: Stores): CdsSource {
  return {
    ...stores.nameservers,
    validators:
      parentResolvers.length === 0 ? null : upstreamOf({ resolvers: parentResolvers }, stores),
  };
}
