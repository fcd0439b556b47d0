/** What every command and every process needs: the database, the registrar, the secrets and the rules. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { RegistryObserver } from '../adapters/epp/registry-observer.ts';
import { openRdapLookUps } from '../adapters/rdap/rdap-look-ups.ts';
import { presentSocketAddress } from '../base/addresses/socket-address.ts';
import type { MachineClock } from '../base/clock.ts';
import { dnskeyFinder, dsFinder } from '../base/dns/ask-dnskeys.ts';
import type { NameserverSource } from '../base/dns/ask-nameservers.ts';
import {
  bulkPlaces,
  type FindServing,
  requestPlaces,
  servingFinder,
} from '../base/dns/ask-serving.ts';
import { textSearches } from '../base/dns/ask-texts.ts';
import { LongWork } from '../base/fairness/long-work.ts';
import { openSecretBox, type SecretBox } from '../base/secret-box.ts';
import type { Config } from '../config/config.ts';
import { EventWaits } from '../events/event-waits.ts';
import { JobHandover } from '../jobs/job-handover.ts';
import { followContactSealing } from '../operations/contacts/seal-contacts.ts';
import type { DomainRules, OperationServices } from '../operations/operation.ts';
import type { LookUps } from '../rdap/look-up.ts';
import type { Registrar } from '../registrars/registrar.ts';
import { RegistryQuestions } from '../registrars/registry-questions.ts';
import { SearchDemand } from '../search/search-demand.ts';
import { openDatabase } from '../storage/open-database.ts';
import { readCalendarOffset } from '../storage/queries/settings/calendar.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { CommitListener } from '../storage/sqlite-commits.ts';
import { createResolver, type WebhookTargets } from '../webhooks/webhook-target.ts';
import type { Interposers } from './interposers.ts';
import { requireClock } from './require-clock.ts';
import { requireMode } from './require-mode.ts';
import { upstreamOf } from './resolvers.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { type StartingOffer, startingOffer } from './starting-offer.ts';

/** Its events are those of `database`. */
export interface Stores extends Pick<Runtime, 'clock' | 'random' | 'stop'> {
  /** Aborted when the stop begins. */
  readonly stopping: AbortSignal;
  readonly database: HostmasterDatabase;
  readonly registrar: Registrar;
  readonly questions: RegistryQuestions;
  readonly secrets: SecretBox;
  /** To the workers of this process. */
  readonly handover: JobHandover;
  readonly waits: EventWaits;
  readonly longWork: LongWork;
  readonly searchDemand: SearchDemand;
  readonly webhookTargets: WebhookTargets;
  /** Nameservers of other operators, and of customers. */
  readonly nameservers: NameserverSource;
  readonly findServing: FindServing;
  /** For bulk operations. */
  readonly findServingInBulk: FindServing;
  readonly lookUps: LookUps;
  readonly offer: StartingOffer;
  close(): Promise<void>;
}

/** The log of a process whose secret file does not open what the others encrypt. */
export const wrongSecret =
  'the secret file does not open the registrant contacts of this database: copy the file of the other processes, or of the time of the backup';
const registryQueryMsMax = 3_000;
const dnsPort = 53;
/** Pieces of long work that share the event loop. */
const longWorkPlaces = 4;

export async function openStores(
  config: Config,
  options: {
    readonly onBatch?: CommitListener;
    readonly log?: Logger;
    readonly observeRegistries?: (stores: Pick<Stores, 'database' | 'clock'>) => RegistryObserver;
  } & Interposers = {},
): Promise<Stores> {
  const { clock, random, events, stop } = createRuntime();
  mkdirSync(config.dataDir, { recursive: true });
  const secrets = openSecretBox(config.secretFile);
  const opened = await openDatabase({
    ...config,
    events,
    secrets,
    ...(options.onBatch === undefined ? {} : { onBatch: options.onBatch }),
  });
  const database = options.database?.(opened) ?? opened;
  let registrar: Registrar;
  let offer: StartingOffer;
  try {
    await requireMode(database, config);
    if (config.databaseUrl !== null) await requireClock(database, clock);
    if ((await followContactSealing({ database, secrets })) === 'wrong secret') {
      options.log?.error({ secretFile: config.secretFile }, wrongSecret);
    }
    offer = await startingOffer(database, config);
    const observer = options.observeRegistries?.({ database, clock });
    const { log } = options;
    registrar = await openRegistrar(config, {
      database,
      clock,
      stop,
      ...(log === undefined ? {} : { log }),
      ...(observer === undefined ? {} : { observer }),
    });
  } catch (error) {
    await database.close();
    throw error;
  }
  const served = options.registrar?.(registrar) ?? registrar;
  const inFlightMax = config.limits.registryQuestions;
  const webhookTargets = {
    allowsPrivate: config.areWebhooksPrivate,
    requiresHttps: config.mode === 'production',
    resolve: createResolver(
      config.resolvers.map(({ address, port }) => presentSocketAddress(address, port)),
    ),
  };
  const { begun: stopping } = stop;
  const nameservers = {
    upstream: upstreamOf(config, { clock, random, stopping }),
    allowsPrivate: config.areWebhooksPrivate,
    portOf: options.nameserverPort ?? (() => dnsPort),
  };
  return {
    clock,
    random,
    stop,
    stopping,
    database,
    registrar: served,
    offer,
    questions: new RegistryQuestions({ registrar: served, inFlightMax, clock }),
    secrets,
    handover: new JobHandover(),
    waits: new EventWaits(database.events, config.limits.waitingRequests),
    longWork: new LongWork({
      waitingMax: config.limits.longWorkWaiting,
      placesMax: longWorkPlaces,
    }),
    searchDemand: new SearchDemand(),
    webhookTargets,
    nameservers,
    findServing: servingFinder(nameservers, requestPlaces),
    findServingInBulk: servingFinder(nameservers, bulkPlaces),
    lookUps: openRdapLookUps({
      listUrl: config.publicData.rdapServersUrl,
      listFile: join(config.dataDir, 'rdap-servers.json'),
      targets: webhookTargets,
      clock,
      stopping: stop.overdue,
    }),
    async close() {
      await registrar.close();
      stop.end();
      await database.close();
    },
  };
}

/** Loads only the adapter in use, because loading the other would slow every command. */
async function openRegistrar(
  config: Config,
  parts: Pick<Stores, 'clock' | 'database' | 'stop'> & {
    readonly log?: Logger;
    readonly observer?: RegistryObserver;
  },
): Promise<Registrar> {
  const { database, clock, log } = parts;
  if (config.registrar === 'epp') {
    const [{ openEppRegistrar }, { readEppConfig }] = await Promise.all([
      import('../adapters/epp/open-epp-registrar.ts'),
      import('../adapters/epp/read-epp-config.ts'),
    ]);
    const registrar = openEppRegistrar({
      registries: readEppConfig(config.eppConfigFile ?? ''),
      ...parts,
      stopping: parts.stop.overdue,
    });
    // Only the service has a log; a command connects when it needs a registry.
    if (log !== undefined && (config.roles.has('jobs') || config.roles.has('api'))) {
      registrar.connect();
    }
    return registrar;
  }
  const { locationOf, openSandboxRegistrar } = await import(
    '../adapters/sandbox/open-sandbox-registrar.ts'
  );
  return openSandboxRegistrar({
    ...locationOf(config),
    machineClock: clock,
    calendarNow: () => calendarNow(database, clock),
    delayMs: config.sandboxDelayMs,
  });
}

/** The sandbox shows its mail in the dashboard, unless a mail server is configured. */
export function hasMailbox(config: Pick<Config, 'mode' | 'smtpUrl'>): boolean {
  return config.mode === 'sandbox' && config.smtpUrl === null;
}

/** What operations use of the stores. */
export function operationsOf(config: Config, stores: Omit<Stores, 'close'>): OperationServices {
  const { registrar, questions, secrets, handover, waits, longWork, searchDemand, webhookTargets } =
    stores;
  const links = { publicUrl: config.publicUrl };
  const rules = { ...rulesOf(config, registrar), defaultNameservers: stores.offer.nameservers };
  const { templates } = config;
  const upstream = upstreamOf(config, stores);
  const finders = {
    findDnskeys: dnskeyFinder(upstream),
    findServing: stores.findServing,
    findDs: dsFinder(upstreamOf({ resolvers: config.parentResolvers }, stores)),
    // Resolvers of the system may know names of a private network.
    textSearches: textSearches({ ...upstream, servers: config.resolvers }),
  };
  const own = { registrar, questions, secrets, handover, waits, longWork, searchDemand };
  return { ...own, ...finders, webhookTargets, templates, rules, links };
}

/** The longest configured suffix decides about a name's grace period. */
export function rulesOf(
  config: Config,
  registrar?: Pick<Registrar, 'capabilitiesFor'>,
): DomainRules {
  return {
    autoRenewGraceMs: (name) => registrar?.capabilitiesFor(name).autoRenewGraceMs ?? null,
    expiringSoonMs: config.expiringSoonMs,
    defaultNameservers: config.nameservers,
    soaDefaults: config.soaDefaults,
    signsNewDomains: config.signsNewDomains,
    dnssecRollAfterMs: config.dnssecRollAfterMs,
    parentResolvers: config.parentResolvers.map(({ address, port }) =>
      presentSocketAddress(address, port),
    ),
    registryQueryMsMax,
    limits: config.limits,
    transferLockMs: config.transferLockMs,
    authCodeMs: config.authCodeMs,
    unconfirmedRegistrant: config.publicData.unconfirmedRegistrant,
    remindsRegistrants: config.publicData.remindsRegistrants,
    graceMs(name) {
      for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
        const ms = config.grace.msBySuffix.get(name.slice(dot + 1));
        if (ms !== undefined) return ms;
      }
      return config.grace.defaultMs;
    },
  };
}

export async function calendarNow(reader: HostmasterReader, clock: MachineClock): Promise<number> {
  const row = await reader.first(readCalendarOffset, {});
  return clock.now() + (row?.offsetMs ?? 0);
}
