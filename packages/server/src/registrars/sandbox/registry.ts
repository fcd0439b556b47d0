/**
 * The sandbox registry: a store of its own, and commands that are transactions on it. It does
 * not depend on the service; the registrar port is one front of it, and EPP is another.
 * Several processes may open the same store.
 */
import type { MachineClock } from '../../base/clock.ts';
import { StorageUnavailable } from '../../base/errors.ts';
import { behaviourOf } from './behaviours.ts';
import { changeObject, referenceProblem } from './change-object.ts';
import { createObject, isRegistrable } from './create-object.ts';
import { deleteObject } from './delete-object.ts';
import {
  findObject,
  findRegistered,
  findTransaction,
  insertTransaction,
  listObjects,
  lockObject,
} from './queries.ts';
import {
  type ChangeObject,
  type CreateObject,
  plainPolicy,
  type RegistryCommand,
  type RegistryMoment,
  type RegistryPolicy,
  type RenewObject,
  type UpdateObject,
} from './registry-command.ts';
import { foreignObject, type RegistryObject, standingOf, toObject } from './registry-object.ts';
import { isSuccess, type RegistryReply, refusal, replyOf, resultCode } from './registry-reply.ts';
import { renewObject } from './renew-object.ts';
import type { ObjectRow, RegistryDatabase, RegistryTx, TransactionRow } from './schema.ts';
import { settleObject } from './settle-object.ts';
import { updateObject } from './update-object.ts';

export interface RegistryOptions {
  readonly db: RegistryDatabase;
  /** Drives delays. */
  readonly machineClock: MachineClock;
  /** Drives dates. */
  readonly calendarNow: () => Promise<number>;
  /** How long the creation of an ordinary name stays pending; 0 registers at once. */
  readonly delayMs: number;
  readonly policy?: RegistryPolicy;
}

export interface NameAvailability {
  readonly available: boolean;
  readonly premiumFactor: number | null;
}

const listPageSize = 1_000;

export class SandboxRegistry {
  readonly db: RegistryDatabase;
  readonly #machineClock: MachineClock;
  readonly #calendarNow: () => Promise<number>;
  readonly #delayMs: number;
  readonly #policy: RegistryPolicy;

  constructor(options: RegistryOptions) {
    this.db = options.db;
    this.#machineClock = options.machineClock;
    this.#calendarNow = options.calendarNow;
    this.#delayMs = options.delayMs;
    this.#policy = options.policy ?? plainPolicy;
  }

  async check(names: readonly string[]): Promise<readonly NameAvailability[]> {
    const rows = await this.db.all(findRegistered, { names });
    const machine = this.#machineClock.now();
    const held = new Set<string>();
    for (const row of rows) {
      const isFree =
        standingOf(row, machine) === 'declined' ||
        (row.purges_at !== null && row.purges_at <= (await this.#calendarNow()));
      if (!isFree) held.add(row.name);
    }
    return names.map((name) => {
      const { isTaken, premiumFactor } = behaviourOf(name);
      return { available: !isTaken && !held.has(name) && isRegistrable(name), premiumFactor };
    });
  }

  async info(name: string): Promise<RegistryObject | null> {
    if (behaviourOf(name).isTaken) return foreignObject(name);
    const row = await this.db.first(findObject, { name });
    if (row === undefined) return null;
    const settled = (await this.#isDue(row)) ? await this.settle(name) : row;
    return settled === null ? null : toObject(settled);
  }

  /** Every object of one sponsor, as reconciliation compares it. */
  async objects(sponsor: string): Promise<readonly RegistryObject[]> {
    const objects: RegistryObject[] = [];
    for (let after = ''; ; ) {
      const rows = await this.db.all(listObjects, { after, limit: listPageSize });
      // Started together, so that due decisions share commits.
      const settled = await Promise.all(
        rows.map(async (row) => ((await this.#isDue(row)) ? this.settle(row.name) : row)),
      );
      for (const row of settled) if (row?.sponsor === sponsor) objects.push(toObject(row));
      const last = rows.at(-1);
      if (last === undefined || rows.length < listPageSize) return objects;
      after = last.name;
    }
  }

  /** The reply to a command as it stands now; null when no such command is known. */
  async replyTo(command: RegistryCommand): Promise<RegistryReply | null> {
    const row = await this.#findTransaction(command);
    return row === undefined || row.name !== command.name ? null : replyOf(row);
  }

  create(command: CreateObject): Promise<RegistryReply> {
    return this.#execute('create', command, async (tx, now) => {
      const { registrant, nameservers } = command;
      if ('registrantId' in registrant) {
        const contacts = Object.entries(registrant.contactIds).map(([role, id]) => ({ role, id }));
        const problem = await referenceProblem(tx, {
          add: { nameservers, statuses: [], contacts },
          registrantId: registrant.registrantId ?? undefined,
        });
        if (problem !== null) return problem;
      }
      return createObject(tx, command, { now, delayMs: this.#delayMs });
    });
  }

  change(command: ChangeObject): Promise<RegistryReply> {
    return this.#execute('update', command, (tx, now) => changeObject(tx, command, now));
  }

  renew(command: RenewObject): Promise<RegistryReply> {
    return this.#execute('renew', command, (tx, now) => renewObject(tx, command, now));
  }

  update(command: UpdateObject): Promise<RegistryReply> {
    return this.#execute('update', command, (tx, now) => updateObject(tx, command, now));
  }

  delete(command: RegistryCommand): Promise<RegistryReply> {
    return this.#execute('delete', command, (tx, now) => deleteObject(tx, command, now));
  }

  close(): Promise<void> {
    return this.db.close();
  }

  /**
   * The command's work and the record of its reply commit together. Recording comes last: when the
   * record is there already, the work is rolled back and the earlier reply given again.
   */
  async #execute(
    kind: TransactionRow['command'],
    command: RegistryCommand,
    work: (tx: RegistryTx, now: RegistryMoment) => Promise<RegistryReply>,
  ): Promise<RegistryReply> {
    const now = await this.moment();
    const committed = async () => (await this.#findTransaction(command)) !== undefined;
    try {
      return await this.db.transaction(
        async (tx) => {
          const reply = await work(tx, now);
          if (reply.isLost) return reply;
          const recorded = await tx.run(insertTransaction, {
            sponsor: command.sponsor,
            id: command.transactionId,
            command: kind,
            name: command.name,
            code: reply.code,
            message: reply.message,
            expires_at: reply.expiresAt,
            settles_at: reply.settlesAt,
            received_at: now.calendar,
            client_transaction: command.clientTransactionId ?? null,
          });
          if (recorded === 0) throw new SeenBefore();
          return isReplyLost(kind, command, reply) ? { ...reply, isLost: true } : reply;
        },
        { committed },
      );
    } catch (error) {
      if (error instanceof SeenBefore) return await this.#repeatReply(kind, command);
      throw error;
    }
  }

  async #repeatReply(kind: string, command: RegistryCommand): Promise<RegistryReply> {
    const row = await this.#findTransaction(command);
    // The send we collided with shared our commit, and that commit failed.
    if (row === undefined) throw new StorageUnavailable(new SeenBefore());
    return row.command === kind && row.name === command.name
      ? replyOf(row)
      : refusal(resultCode.useError, 'This transaction id was used for another command.');
  }

  /** Decides a due pending command first. */
  async #findTransaction(command: RegistryCommand): Promise<TransactionRow | undefined> {
    const key = { sponsor: command.sponsor, id: command.transactionId };
    const row = await this.db.first(findTransaction, key);
    if (row === undefined || !this.#isDecided(row)) return row;
    await this.settle(row.name);
    return this.db.first(findTransaction, key);
  }

  #isDecided(row: { readonly settles_at: number | null }): boolean {
    return row.settles_at !== null && row.settles_at <= this.#machineClock.now();
  }

  /** Reads the calendar only where a date can matter. */
  async #isDue(row: ObjectRow): Promise<boolean> {
    if (this.#isDecided(row)) return true;
    if (row.purges_at === null && this.#policy.autoRenewGraceMs === null) return false;
    return Math.min(row.purges_at ?? row.expires_at, row.expires_at) <= (await this.#calendarNow());
  }

  async moment(): Promise<RegistryMoment> {
    const calendar = await this.#calendarNow();
    return { calendar, machine: this.#machineClock.now(), policy: this.#policy };
  }

  /** Stores the due state changes of a name. */
  async settle(name: string): Promise<ObjectRow | null> {
    const now = await this.moment();
    return this.db.transaction(async (tx) => {
      const row = await tx.first(lockObject, { name });
      return row === undefined ? null : settleObject(tx, row, now);
    });
  }
}

class SeenBefore extends Error {
  override readonly name = 'SeenBefore';
}

function isReplyLost(kind: string, command: RegistryCommand, reply: RegistryReply): boolean {
  const isAffected = kind === 'create' || kind === 'renew';
  return isAffected && isSuccess(reply) && behaviourOf(command.name).losesReplies;
}
