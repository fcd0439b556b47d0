import { join } from 'node:path';
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import { command } from '@hostmaster/storage';
import { query } from '@hostmaster/test-rig/any-query';
import { createTestDirectory, describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { pino } from 'pino';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../base/ids.ts';
import { openSecretBox } from '../base/secret-box.ts';
import { newWebhookSecret } from '../base/webhook-signature.ts';
import { persistChange } from '../changes/persist.ts';
import { claimJobs, holdLease } from '../jobs/lease.ts';
import { readMigrations } from '../storage/migrate.ts';
import { listDeliveries } from '../storage/queries/webhooks/webhook-deliveries.ts';
import { lockWebhook } from '../storage/queries/webhooks/webhooks.ts';
import { insert, update, updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, Schema } from '../storage/schema.ts';
import { statementOfOne } from '../storage/statements.ts';
import { webhookDeliveries } from '../storage/tables/webhooks/webhook-deliveries.ts';
import { type Webhook, webhooks } from '../storage/tables/webhooks/webhooks.ts';
import { systemActor } from '../workspaces/actor.ts';
import { newWorkspace } from '../workspaces/workspaces.ts';
import { type WebhookServices, webhookJobs } from './deliver-webhook.ts';
import { DeliveryPlaces } from './delivery-places.ts';
import { WebhookDispatcher } from './webhook-dispatcher.ts';
import { startDeliveries } from './webhook-jobs.ts';

const migrations = readMigrations(new URL('../storage/migrations/', import.meta.url));
/** Every job is due, and no worker has it any more. */
const pullForward = query<object>()(({ db }) =>
  db.updateTable('jobs').set({ run_at: 0, lease_until: 0 }),
);
const listMails = query<object>()(({ db }) => db.selectFrom('mails').select(['kind', 'subject']));
const countJobs = query<object>()(({ db }) => db.selectFrom('jobs').select('id'));
/** What the test before has left. */
const leftovers = (['webhooks', 'webhook_deliveries', 'jobs', 'mails'] as const).map((name) =>
  query<object>()(({ db }) => db.deleteFrom(name)),
);
const log = pino({ level: 'silent' });

describeOnBothEngines('a webhook', (engine) => {
  let database: HostmasterDatabase;
  beforeAll(async () => {
    database = await engine.open<Schema>({ migrations });
  });
  const openStage = async (options: { readonly limitMs?: number } = {}) => {
    const receiver = await WebhookReceiver.open();
    engine.afterwards(() => receiver.close());
    const directory = await createTestDirectory();
    engine.afterwards(() => directory.remove());
    await database.transaction((tx) => tx.batch(leftovers.map((each) => command(each, {}))));
    return Stage.open({ database, receiver, directory: directory.path, ...options });
  };

  it('gets the events of its types in order, each signed', async () => {
    const stage = await openStage();
    await stage.webhook({ types: ['domain.released'] });
    await stage.happen('a.com', 'b.com');
    await stage.happen('other.com', 'domain.transferred_away');
    await stage.happen('c.com');
    await stage.deliver();
    expect(stage.receiver.domains).toEqual(['a.com', 'b.com', 'c.com']);
    for (const { headers, body, event } of stage.receiver.received) {
      expect(headers['webhook-id']).toBe(event.id);
      expect(headers['content-type']).toBe('application/json');
      const verified = new StandardWebhook(stage.secret).verify(body, headers as never);
      expect(verified).toEqual(JSON.parse(body));
    }
    expect(await stage.jobs()).toBe(0);
  });

  it('is tried again after each step for more than a day, and then gets everything in order', async () => {
    const stage = await openStage();
    await stage.webhook();
    stage.receiver.answer = () => ({ status: 500, body: 'not now' });
    await stage.happen('a.com', 'b.com');
    const startedAt = stage.now;
    const waits: number[] = [];
    await stage.deliver();
    while (stage.now - startedAt < 30 * hourMs) waits.push(await stage.nextAttempt());
    expect(waits.map((ms) => ms / 1_000)).toEqual([
      5, 20, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400,
    ]);
    expect(new Set(stage.receiver.domains)).toEqual(new Set(['a.com']));
    expect(new Set(stage.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      1,
    );
    expect(new Set(stage.receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const { headers, body, event } of stage.receiver.received) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
      const signed = new StandardWebhook(stage.secret).sign(event.id, at, body);
      expect(headers['webhook-signature']).toBe(signed);
    }
    const [, waiting] = await stage.deliveries();
    expect(waiting).toMatchObject({ state: 'pending', status: 500, answer: 'not now' });
    stage.receiver.answer = () => ({ status: 204 });
    stage.receiver.received.length = 0;
    await stage.nextAttempt();
    expect(stage.receiver.domains).toEqual(['a.com', 'b.com']);
  });

  it('is paused with a mail when it has accepted nothing for days, and resumed where it failed', async () => {
    const stage = await openStage();
    const webhook = await stage.webhook();
    stage.receiver.answer = () => 'hang up';
    await stage.happen('a.com', 'b.com');
    const startedAt = stage.now;
    await stage.deliver();
    for (let attempt = 1; attempt < 12; attempt += 1) await stage.nextAttempt();
    expect(stage.receiver.received).toHaveLength(12);
    expect(stage.now - startedAt).toBeGreaterThan(3 * dayMs);
    const paused = await stage.find(webhook);
    expect(paused).toMatchObject({ state: 'paused' });
    expect(paused?.pauseReason).toContain('accepted no event for days');
    expect((await stage.database.all(listMails, {})).map(({ kind }) => kind)).toEqual([
      'webhook-paused',
    ]);
    await stage.happen('c.com');
    await stage.deliver();
    expect(stage.receiver.received).toHaveLength(12);
    stage.receiver.received.length = 0;
    stage.receiver.answer = () => ({ status: 200 });
    await stage.resume(webhook);
    await stage.deliver();
    // The pause itself is an event about no domain.
    expect(stage.receiver.domains).toEqual(['a.com', 'b.com', null, 'c.com']);
  });

  it('ends with 410', async () => {
    const stage = await openStage();
    const webhook = await stage.webhook();
    stage.receiver.answer = () => ({ status: 410 });
    await stage.happen('a.com');
    await stage.deliver();
    expect(await stage.find(webhook)).toMatchObject({
      state: 'paused',
      pauseReason: 'It answered 410 Gone.',
    });
    expect(await stage.jobs()).toBe(1); // The mail.
  });

  it('with ordered: false does not wait for the events that fail', async () => {
    const stage = await openStage();
    await stage.webhook({ ordered: false });
    stage.receiver.answer = ({ event }) => ({ status: event.domain === 'a.com' ? 503 : 200 });
    await stage.happen('a.com', 'b.com');
    await stage.deliver();
    await stage.happen('c.com');
    await stage.deliver();
    expect(stage.receiver.domains.toSorted()).toEqual(['a.com', 'b.com', 'c.com']);
    stage.receiver.answer = () => ({ status: 200 });
    expect(await stage.nextAttempt()).toBe(5_000);
    expect(stage.receiver.domains.at(-1)).toBe('a.com');
  });

  it('gets no redirected event, and one that does not answer in time fails', async () => {
    const stage = await openStage({ limitMs: 100 });
    await stage.webhook();
    const inside = await WebhookReceiver.open();
    engine.afterwards(() => inside.close());
    stage.receiver.answer = (_, count) =>
      count === 1 ? { status: 307, headers: { location: inside.url } } : 'silence';
    await stage.happen('a.com');
    await stage.deliver();
    expect((await stage.deliveries())[0]).toMatchObject({
      status: 307,
      problem: 'Answered 307: redirects are not followed.',
    });
    await stage.nextAttempt();
    expect((await stage.deliveries())[0]).toMatchObject({
      status: null,
      problem: 'No answer within 0.1 seconds.',
    });
    expect(inside.received).toEqual([]);
  });

  it('has two signatures while its secret is rotated, and one a day later', async () => {
    const stage = await openStage();
    const webhook = await stage.webhook();
    const next = newWebhookSecret();
    await persistChange(stage.database, {
      rows: [
        statementOfOne('rotateSecret', {
          id: webhook.id,
          secret: stage.services.secrets.seal(next),
          bothMs: dayMs,
        }),
      ],
    });
    await stage.happen('a.com');
    await stage.deliver();
    for (const secret of [stage.secret, next]) {
      const { body, headers } = stage.receiver.received[0] ?? { body: '', headers: {} };
      expect(new StandardWebhook(secret).verify(body, headers as never)).toBeDefined();
    }
    stage.now += dayMs + minuteMs;
    await stage.happen('b.com');
    await stage.deliver();
    expect(stage.receiver.received[1]?.headers['webhook-signature']).not.toContain(' ');
  });

  it('gets every event in order wherever its process ends', async () => {
    const stage = await openStage();
    await stage.webhook();
    const names = Array.from({ length: 12 }, (_, index) => `n${index}.com`);
    await stage.happen(...names);
    let crashes = 0;
    for (let step = 1; (await stage.jobs()) > 0; step += 1) {
      if (await stage.deliverUntil(1 + (step % 5))) crashes += 1;
      stage.now += hourMs;
      await stage.database.transaction((tx) => tx.run(pullForward, {}));
    }
    expect(crashes).toBeGreaterThan(5);
    const ids = new Map(stage.receiver.received.map(({ event }) => [event.domain, event.id]));
    expect(new Set(ids.values()).size).toBe(names.length);
    for (const { event } of stage.receiver.received) expect(event.id).toBe(ids.get(event.domain));
    // Repetitions follow their event at once, so that the order is kept with them.
    const withoutRepetitions = stage.receiver.domains.filter(
      (name, index, all) => name !== all[index - 1],
    );
    expect(withoutRepetitions).toEqual(names);
    expect((await stage.deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
  });
});

/** One workspace with one webhook, the clock of its attempts, and the place of a worker. */
class Stage {
  now = Date.now();
  readonly secret = newWebhookSecret();
  readonly database: HostmasterDatabase;
  readonly receiver: WebhookReceiver;
  readonly services: WebhookServices;
  readonly #workspaceId: string;

  private constructor(parts: Parameters<typeof Stage.open>[0] & { readonly workspaceId: string }) {
    this.database = parts.database;
    this.receiver = parts.receiver;
    this.#workspaceId = parts.workspaceId;
    this.services = {
      database: parts.database,
      clock: { now: () => this.now },
      // The middle of the range: exactly the step.
      random: { below: (limit) => Math.floor(limit / 2) },
      secrets: openSecretBox(join(parts.directory, 'secret.key')),
      targets: { allowsPrivate: true, requiresHttps: false, resolve: async () => ['127.0.0.1'] },
      links: { publicUrl: 'http://127.0.0.1' },
      places: new DeliveryPlaces(),
      stopping: new AbortController().signal,
      calendarNow: async () => this.now,
      ...(parts.limitMs === undefined ? {} : { limitMs: parts.limitMs }),
    };
  }

  static async open(parts: {
    readonly database: HostmasterDatabase;
    readonly receiver: WebhookReceiver;
    readonly directory: string;
    readonly limitMs?: number;
  }): Promise<Stage> {
    const { id } = await persistDecided(
      parts.database,
      newWorkspace({ name: 'Hooks', email: 'owner@example.com', creditCents: 0, at: 0 }),
    );
    return new Stage({ ...parts, workspaceId: id });
  }

  async webhook(wanted: Partial<Pick<Webhook, 'types' | 'ordered'>> = {}): Promise<Webhook> {
    const webhook: Webhook = {
      id: newId('whk'),
      workspaceId: this.#workspaceId,
      url: this.receiver.url,
      types: null,
      ordered: true,
      state: 'active',
      pauseReason: null,
      secret: this.services.secrets.seal(this.secret),
      previousSecret: null,
      previousUntil: null,
      position: 0,
      failingSince: null,
      createdAt: 0,
      createdBy: null,
      ...wanted,
    };
    await persistChange(this.database, { rows: [insert(webhooks, webhook)] });
    return webhook;
  }

  /** An event of the first type for each name; the last argument may be another type. */
  async happen(...names: string[]): Promise<void> {
    const isOther = names.at(-1) === 'domain.transferred_away' && names.pop() !== undefined;
    const kind = isOther ? 'domain.transferred_away' : 'domain.released';
    const actor = systemActor(this.#workspaceId, 'test');
    const facts = names.map((domain) => {
      return { id: newId('act'), at: this.now, actor, fact: { kind, domain } } as const;
    });
    await persistChange(this.database, { facts });
    await new WebhookDispatcher({ database: this.database, log }).dispatch(null);
  }

  /** Until nothing is due. */
  async deliver(): Promise<void> {
    while (await this.#runJob(this.services)) {}
  }

  /** Runs the job until its database or its receiver is lost at this step; true when it was. */
  async deliverUntil(step: number): Promise<boolean> {
    let steps = 0;
    const gone = () => {
      steps += 1;
      if (steps >= step) throw new Error('The process is gone.');
    };
    const database = new Proxy(this.database, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'change') return value.bind(target);
        return async (work: never) => {
          gone();
          const result = await target.change(work);
          gone();
          return result;
        };
      },
    });
    try {
      return !(await this.#runJob({ ...this.services, database })) && false;
    } catch {
      return true;
    }
  }

  /** Moves the clock to the next attempt and makes it. Returns the wait. */
  async nextAttempt(): Promise<number> {
    const pending = (await this.deliveries()).filter(({ state }) => state === 'pending');
    const nextAt = Math.min(...pending.map((each) => each.nextAt).filter((at) => at > 0));
    const waitMs = nextAt - this.now;
    this.now = nextAt;
    await this.database.transaction((tx) => tx.run(pullForward, {}));
    await this.deliver();
    return waitMs;
  }

  async resume(webhook: Webhook): Promise<void> {
    const { id, state, pauseReason, failingSince } = webhook;
    const waiting = { webhookId: id, state: 'pending' } as const;
    await persistChange(this.database, {
      rows: [
        update(webhooks, { id }, { state, pauseReason, failingSince }),
        updateAll(webhookDeliveries, waiting, { nextAt: 0, attempts: 0 }),
      ],
      jobs: [startDeliveries(webhook)],
    });
  }

  find({ id }: Webhook): Promise<Webhook | undefined> {
    return this.database.first(lockWebhook, { id });
  }

  async deliveries() {
    const [webhook] = await this.database.all(allWebhooks, {});
    const webhookId = webhook?.id ?? '';
    return this.database.all(listDeliveries, { webhookId, before: '~', limit: 100 });
  }

  async jobs(): Promise<number> {
    return (await this.database.all(countJobs, {})).length;
  }

  async #runJob(services: WebhookServices): Promise<boolean> {
    const kinds = ['deliver-webhook'];
    const [job] = await claimJobs(this.database, { limit: 1, leaseMs: 60_000, kinds });
    if (job === undefined) return false;
    const handler = webhookJobs(services).get(job.kind);
    await handler?.({
      job,
      log,
      holdLease: () => holdLease(this.database, job),
      rest: async () => false,
    });
    return true;
  }
}

const allWebhooks = query<object>()(({ db }) => db.selectFrom('webhooks').select('id'));
