/**
 * Tells the other processes on the same database at once what a commit has changed, by LISTEN and
 * NOTIFY. Events are sent after the commit and together: NOTIFY inside a transaction would make all
 * commits of the server wait for each other. An event may be lost, with its process or with a
 * connection; every part that acts on events also polls.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { EventBus, ServiceEvent } from '../base/events.ts';
import { Loop } from '../base/loop.ts';
import type { Connection } from './database.ts';

/** Events of this time are sent together. */
const gatherMs = 3;
/** More wait only while the server does not answer; polling finds what they would have told. */
const waitingMax = 10_000;
/** The server allows less than 8,000. Events are ASCII, and each is far shorter. */
const messageBytesMax = 7_900;
const reconnectMs = 1_000;
const answerMs = 5_000;
const pingMs = 15_000;

export interface WakeUpOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly channel: string;
  /** Sends the messages. */
  readonly connection: Connection;
  /** Where the events of other processes are published. */
  readonly events: EventBus;
}

export class PostgresWakeUps {
  readonly #options: WakeUpOptions;
  /** Tells this process's own messages from those of others. */
  readonly #sender = randomUUID();
  /** Written as they are sent, so that equal events are sent once. */
  readonly #waiting = new Set<string>();
  readonly #listening: Loop;
  #sending: Promise<void> | null = null;
  #listener: pg.Client | null = null;

  constructor(options: WakeUpOptions) {
    this.#options = options;
    this.#listening = new Loop({
      run: () => this.#keepListening(),
      restMs: () => (this.#listener === null ? reconnectMs : pingMs),
      onError: () => this.#hangUp(),
    });
  }

  /** Called after a commit, so it neither throws nor waits. */
  send(events: readonly ServiceEvent[]): void {
    for (const event of events) {
      if (event.kind === 'job-leased') continue;
      if (this.#waiting.size < waitingMax) this.#waiting.add(JSON.stringify(event));
    }
    if (this.#waiting.size > 0) this.#sending ??= this.#sendWaiting();
  }

  /** From now on the events of other processes are published here as well. */
  listen(): void {
    this.#listening.start();
  }

  async close(): Promise<void> {
    await this.#listening.stop();
    this.#hangUp();
    await this.#sending;
  }

  /** Never rejects. */
  async #sendWaiting(): Promise<void> {
    const { connection, channel } = this.#options;
    await delay(gatherMs);
    try {
      while (this.#waiting.size > 0) {
        const message = `${this.#sender}[${this.#nextEvents().join(',')}]`;
        await connection.execute('select pg_notify($1, $2)', [channel, message]);
      }
    } catch {
      // The others find out by polling.
      this.#waiting.clear();
    } finally {
      // Synchronously after the last check for new events: later ones start a new run.
      this.#sending = null;
    }
  }

  /** As many as one message can have. */
  #nextEvents(): string[] {
    const events: string[] = [];
    let bytes = this.#sender.length + 2;
    for (const event of this.#waiting) {
      bytes += event.length + 1;
      if (bytes > messageBytesMax) break;
      events.push(event);
      this.#waiting.delete(event);
    }
    return events;
  }

  /** Connects when there is no connection, and asks whether it still answers when there is one. */
  async #keepListening(): Promise<void> {
    if (this.#listener !== null) {
      await this.#listener.query('select 1');
      return;
    }
    const listener = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: this.#options.applicationName,
    });
    this.#listener = listener;
    const hangUp = () => {
      if (listener === this.#listener) this.#hangUp();
    };
    listener.on('error', hangUp);
    listener.on('end', hangUp);
    listener.on('notification', ({ payload = '' }) => this.#take(payload));
    await listener.connect();
    await listener.query(`listen ${this.#options.channel}`);
    // Work may have been added while no connection listened.
    this.#options.events.publish({ kind: 'jobs-changed' });
  }

  #take(message: string): void {
    const sender = message.slice(0, this.#sender.length);
    if (sender === this.#sender) return;
    const events = JSON.parse(message.slice(sender.length)) as ServiceEvent[];
    for (const event of events) this.#options.events.publish(event);
  }

  #hangUp(): void {
    const listener = this.#listener;
    this.#listener = null;
    this.#listening.wake(reconnectMs);
    listener?.end().catch(() => {});
  }
}
