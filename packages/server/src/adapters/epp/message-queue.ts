/**
 * The registry's message queue. A message is stored before it is acknowledged. Unknown messages are
 * stored unchanged except for their secrets. Other clients may read the same queue.
 */
import {
  acknowledgeMessage,
  domainUri,
  type PollMessage,
  pollMessage,
  redactFrame,
  textOf,
  writeXml,
  type XmlElement,
} from '@hostmaster/epp';
import type { MachineClock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { persistRows } from '../../changes/persist-rows.ts';
import type { CollectedMessages, PendingOutcome } from '../../registrars/registrar.ts';
import { findDecision } from '../../storage/queries/registry/registry-messages.ts';
import { insertIfAbsent } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { registryMessages } from '../../storage/tables/registry/registry-messages.ts';
import { ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';

const messagesAtOnceMax = 1_000;

export class MessageQueue {
  readonly #pool: OutsidePool;
  readonly #registry: string;
  readonly #database: HostmasterDatabase;
  readonly #clock: MachineClock;
  #draining: Promise<CollectedMessages> | null = null;

  constructor(options: {
    readonly pool: OutsidePool;
    readonly registry: string;
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
  }) {
    this.#pool = options.pool;
    this.#registry = options.registry;
    this.#database = options.database;
    this.#clock = options.clock;
  }

  /** Reads the queue until it is empty or fails. Concurrent callers share one run. */
  drain(): Promise<CollectedMessages> {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  /** The reported outcome of a pending send. */
  async decisionOn(sendId: string): Promise<PendingOutcome | null> {
    const found = await this.#database.first(findDecision, {
      registry: this.#registry,
      clientTransaction: sendId,
    });
    if (found === undefined) return null;
    return found.succeeded === true ? { kind: 'done' } : { kind: 'refused', reason: found.text };
  }

  async #drain(): Promise<CollectedMessages> {
    const names = new Set<string>();
    try {
      for (let count = 0; count < messagesAtOnceMax; count += 1) {
        if (!(await this.#next(names))) break;
      }
    } catch (error) {
      // Acknowledged messages are not delivered again: keep their names after a failure.
      return { names: [...names], failures: [error] };
    }
    return { names: [...names], failures: [] };
  }

  /** One message, or false when there is none left. */
  async #next(names: Set<string>): Promise<boolean> {
    const { data } = await ask(this.#pool, pollMessage, {});
    if (data.queue === undefined) return false;
    const name = await this.#keep(data, data.queue);
    if (name !== null) names.add(name);
    try {
      await ask(this.#pool, acknowledgeMessage, { messageId: data.queue.id });
    } catch (error) {
      // Another process of ours has acknowledged it already.
      if (!(error instanceof Refused)) throw error;
    }
    return true;
  }

  async #keep(
    message: PollMessage,
    queue: NonNullable<PollMessage['queue']>,
  ): Promise<string | null> {
    const { pendingAction } = message;
    const name =
      (pendingAction?.object === 'domain' ? pendingAction.name : null) ?? subjectOf(message);
    // A message that was stored before stays as it is.
    await persistRows(
      this.#database,
      insertIfAbsent(registryMessages, {
        id: newId('msg'),
        registry: this.#registry,
        messageId: queue.id,
        queuedAt: queue.queuedAt?.getTime() ?? 0,
        receivedAt: this.#clock.now(),
        text: queue.text ?? '',
        name: name?.toLowerCase() ?? null,
        clientTransaction: pendingAction?.clTRID ?? null,
        succeeded: pendingAction?.succeeded ?? null,
        payload: [...message.resData, ...message.extensions]
          .map((element) => redactFrame(writeXml(element)))
          .join(''),
      }),
    );
    return name?.toLowerCase() ?? null;
  }
}

/** The domain that a standard payload names. */
function subjectOf({ resData }: PollMessage): string | null {
  for (const data of resData) {
    if (data.uri !== domainUri) continue;
    const children = data.children.filter(
      (child): child is XmlElement => typeof child !== 'string',
    );
    const name = children.find((child) => child.uri === domainUri && child.name === 'name');
    if (name !== undefined) return textOf(name).trim();
  }
  return null;
}
