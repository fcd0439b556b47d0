/**
 * The service with a mail server beside it, and a clock that can be moved:
 *
 *   describeLifecycle('auto-renewal', (stage) => {
 *     it('renews', async () => {
 *       const owner = await stage.owner({ credits: '100' });
 *       const name = await owner.register({ autoRenew: true });
 *       await stage.advance(351 * dayMs);
 *
 * All tests of a block share its clock, which only moves forward; each has an owner of its own, and
 * its domains need no attention after it.
 */

import { query } from '@hostmaster/test-rig/any-query';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { balanceOf, contact, TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { LongWork } from '../../packages/server/src/base/fairness/long-work.ts';
import { createLog } from '../../packages/server/src/base/log.ts';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { calendarNow, rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import type { SettingName } from '../../packages/server/src/config/settings.ts';
import { EventWaits } from '../../packages/server/src/events/event-waits.ts';
import { JobHandover } from '../../packages/server/src/jobs/job-handover.ts';
import { removal } from '../../packages/server/src/ledger/ledger-entry.ts';
import { type AdvanceReport, advance } from '../../packages/server/src/lifecycle/advance.ts';
import type { LifecycleServices } from '../../packages/server/src/lifecycle/lifecycle-services.ts';
import { Sweeper } from '../../packages/server/src/lifecycle/sweeper.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import { RegistryQuestions } from '../../packages/server/src/registrars/registry-questions.ts';
import { SearchDemand } from '../../packages/server/src/search/search-demand.ts';
import { type Domain, domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { type Term, terms } from '../../packages/server/src/storage/tables/renewal/terms.ts';
import { type ActivityView, readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { generateApiKey } from '../../packages/server/src/workspaces/api-key.ts';
import { type Inbox, openInbox, type ReceivedMail } from './inbox.ts';

export const publicUrl = 'https://names.example/registrar';

export function describeLifecycle(
  title: string,
  define: (stage: Stage, engine: TestEngine) => void,
  settings: Partial<Record<SettingName, string>> = {},
): void {
  describeOnBothEngines(title, (engine) => {
    const stage = new Stage(engine, settings);
    beforeAll(() => stage.open());
    afterEach(() => stage.leaveDomains());
    afterAll(() => stage.close());
    define(stage, engine);
  });
}

const findRow = query<{ workspaceId: string; name: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('name', '=', p.name)
    .orderBy('id', 'desc'),
).decodedBy(domains);

const listTermsOf = query<{ domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('terms')
    .select(terms.select())
    .where('domain_id', '=', p.domainId)
    .orderBy('position'),
).decodedBy(terms);

const endAttention = query<object>()(({ db }) => db.updateTable('domains').set({ due_at: null }));
const endQuestions = query<object>()(({ db }) =>
  db.updateTable('registrant_addresses').set({ due_at: null }),
);

const endReminders = query<object>()(({ db }) =>
  db.updateTable('data_reminders').set({ due_at: null }),
);

const countMailJobs = query<object>()(({ db }) =>
  db.selectFrom('jobs').select('id').where('kind', '=', 'send-mail').limit(1),
);

export class Stage {
  readonly #engine: TestEngine;
  readonly #settings: Partial<Record<SettingName, string>>;
  #service: TestService | null = null;
  #inbox: Inbox | null = null;
  #owners = 0;

  constructor(engine: TestEngine, settings: Partial<Record<SettingName, string>>) {
    this.#engine = engine;
    this.#settings = settings;
  }

  async open(): Promise<void> {
    this.#inbox = await openInbox();
    this.#service = new TestService(this.#engine, {
      settings: {
        SMTP_URL: this.#inbox.url,
        HOSTMASTER_PUBLIC_URL: `${publicUrl}/`,
        ...this.#settings,
      },
    });
    await this.#service.start();
  }

  async close(): Promise<void> {
    await this.#service?.stop();
    await this.#inbox?.close();
  }

  get service(): TestService {
    if (this.#service === null) throw new Error('The service has not started.');
    return this.#service;
  }

  get inbox(): Inbox {
    if (this.#inbox === null) throw new Error('The mail server has not started.');
    return this.#inbox;
  }

  /** Calendar time. */
  now(): Promise<number> {
    return calendarNow(this.service.database, systemClock);
  }

  /** As `hostmaster sandbox advance`, inside this process. */
  async advance(byMs: number): Promise<AdvanceReport> {
    return this.advanceTo((await this.now()) + byMs);
  }

  async advanceTo(target: number): Promise<AdvanceReport> {
    const { database } = this.service;
    const sweeper = this.sweeper();
    return advance({ database, clock: systemClock, sweeper, target, onStep: () => {} });
  }

  /** A sweeper of a process of its own. */
  sweeper(services: Partial<LifecycleServices> = {}): Sweeper {
    const { database, registrar, config } = this.service;
    return new Sweeper({
      database,
      operations: {
        registrar,
        questions: new RegistryQuestions({ registrar, inFlightMax: 16, clock: systemClock }),
        secrets: openSecretBox(config.secretFile),
        handover: new JobHandover(),
        waits: new EventWaits(database.events, 1),
        longWork: new LongWork({ waitingMax: 1, placesMax: 1 }),
        searchDemand: new SearchDemand(),
        webhookTargets: { allowsPrivate: false, requiresHttps: false, resolve: async () => [] },
        templates: [],
        rules: rulesOf(config),
        findDnskeys: async () => null,
        findServing: async () => [],
        findDs: async () => null,
        textSearches: { search: () => Promise.reject(new Error('No texts are searched.')) },
        links: config,
      },
      links: { publicUrl: config.publicUrl },
      clock: systemClock,
      mode: config.mode,
      calendarNow: (reader) => calendarNow(reader, systemClock),
      log: createLog('silent'),
      ...services,
    });
  }

  /** A workspace with an address of its own. */
  async owner(options: { credits?: string; email?: string | null } = {}): Promise<Owner> {
    this.#owners += 1;
    const email = options.email === undefined ? `owner-${this.#owners}@example.com` : options.email;
    const { database, client, config } = this.service;
    const apiKey = generateApiKey(config.mode);
    const at = await this.now();
    const { id } = await persist(
      database,
      openWorkspace({
        name: `Owner ${this.#owners}`,
        email,
        creditCents: Number(options.credits ?? '1000') * 100,
        at,
        key: apiKey,
      }),
    );
    return new Owner(this, { id, email, client: client.withKey(apiKey) });
  }

  /** Otherwise each test would step through the later years of all domains of the tests before it. */
  async leaveDomains(): Promise<void> {
    await this.service.database.transaction(async (tx) => {
      await tx.run(endAttention, {});
      await tx.run(endQuestions, {});
      await tx.run(endReminders, {});
    });
  }

  async mailSettled(): Promise<void> {
    await until(
      'no mail is on its way',
      async () => (await this.service.database.first(countMailJobs, {})) === undefined,
    );
  }
}

export class Owner {
  readonly #stage: Stage;
  readonly id: string;
  readonly email: string | null;
  readonly client: ApiClient;

  constructor(stage: Stage, facts: { id: string; email: string | null; client: ApiClient }) {
    this.#stage = stage;
    this.id = facts.id;
    this.email = facts.email;
    this.client = facts.client;
  }

  /** Registers and waits until the registry has confirmed. */
  async register(
    options: { name?: string; years?: number; autoRenew?: boolean; email?: string } = {},
  ): Promise<string> {
    const { service } = this.#stage;
    const { name = service.freshName(), years = 1, autoRenew = false } = options;
    const registrant = { ...contact, email: options.email ?? contact.email };
    const order = { domain: name, years, autoRenew, contact: registrant };
    await this.client.call('registerDomain', order);
    await service.untilLive(this.client, name);
    return name;
  }

  async domain(name: string) {
    return (await this.client.call('getDomain', { domain: name })).domain;
  }

  /** The newest row of that name. */
  async row(name: string): Promise<Domain> {
    const row = await this.#stage.service.database.first(findRow, { workspaceId: this.id, name });
    if (row === undefined) throw new Error(`There is no ${name}.`);
    return row;
  }

  async terms(name: string): Promise<Term[]> {
    const { id } = await this.row(name);
    return this.#stage.service.database.all(listTermsOf, { domainId: id });
  }

  balance(): Promise<number> {
    return balanceOf(this.client);
  }

  /** As `hostmaster credits remove`, of everything. */
  async spendAll(): Promise<void> {
    const amountCents = Math.round((await this.balance()) * 100);
    const at = await this.#stage.now();
    const movement = { workspaceId: this.id, amountCents, reason: 'Elsewhere', at };
    const ledger = [removal(movement, amountCents)];
    await persistChange(this.#stage.service.database, { ledger });
  }

  /** Oldest first. */
  async activity(action?: string): Promise<ActivityView[]> {
    const all = await readActivity(this.#stage.service.database, {
      workspaceId: this.id,
      limit: 500,
    });
    return all.reverse().filter((entry) => action === undefined || entry.action === action);
  }

  /** What has come to the owner's address, once nothing is on its way. */
  async mails(): Promise<ReceivedMail[]> {
    await this.#stage.mailSettled();
    return this.#stage.inbox.sentTo(this.email ?? '');
  }

  async subjects(): Promise<string[]> {
    return (await this.mails()).map(({ subject }) => subject);
  }
}
