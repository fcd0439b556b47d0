/**
 * The sandbox registry: a store of its own, and commands that are transactions on it. It knows
 * nothing of the service; the registrar port is one front of it, and others can stand beside it.
 * Several processes may open the same store.
 */
import type { MachineClock } from '../../base/clock.ts';
import { StorageUnavailable } from '../../base/errors.ts';
import { behaviourOf } from './behaviours.ts';
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
import type {
  CreateObject,
  RegistryCommand,
  RegistryMoment,
  RenewObject,
  UpdateObject,
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
}

export interface NameAvailability {
  readonly available: boolean;
  readonly premiumFactor: number | null;
}

const listPageSize = 1_000;

export class SandboxRegistry {
  readonly #db: RegistryDatabase;
  readonly #machineClock: MachineClock;
  readonly #calendarNow: () => Promise<number>;
  readonly #delayMs: number;

  constructor(options: RegistryOptions) {
    this.#db = options.db;
    this.#machineClock = options.machineClock;
    this.#calendarNow = options.calendarNow;
    this.#delayMs = options.delayMs;
  }

  async check(names: readonly string[]): Promise<readonly NameAvailability[]> {
    const rows = await this.#db.all(findRegistered, { names: JSON.stringify(names) });
    const now = this.#machineClock.now();
    const held = new Set<string>();
    for (const row of rows) if (standingOf(row, now) !== 'declined') held.add(row.name);
    return names.map((name) => {
      const { isTaken, premiumFactor } = behaviourOf(name);
      return { available: !isTaken && !held.has(name) && isRegistrable(name), premiumFactor };
    });
  }

  async info(name: string): Promise<RegistryObject | null> {
    if (behaviourOf(name).isTaken) return foreignObject(name);
    const row = await this.#db.first(findObject, { name });
    if (row === undefined) return null;
    const settled = this.#isDue(row.settles_at) ? await this.#settle(name) : row;
    return settled === null ? null : toObject(settled);
  }

  /** Every object of one sponsor, as reconciliation compares it. */
  async objects(sponsor: string): Promise<readonly RegistryObject[]> {
    const objects: RegistryObject[] = [];
    for (let after = ''; ; ) {
      const rows = await this.#db.all(listObjects, { after, limit: listPageSize });
      // Asked for together, so that the decisions due share their commits.
      const settled = await Promise.all(
        rows.map((row) => (this.#isDue(row.settles_at) ? this.#settle(row.name) : row)),
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
    return this.#execute('create', command, (tx, now) =>
      createObject(tx, command, { now, delayMs: this.#delayMs }),
    );
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
    return this.#db.close();
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
    const now = { calendar: await this.#calendarNow(), machine: this.#machineClock.now() };
    const committed = async () => (await this.#findTransaction(command)) !== undefined;
    try {
      return await this.#db.transaction(
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

  /** A pending command whose time has come is decided first. */
  async #findTransaction(command: RegistryCommand): Promise<TransactionRow | undefined> {
    const key = { sponsor: command.sponsor, id: command.transactionId };
    const row = await this.#db.first(findTransaction, key);
    if (row === undefined || !this.#isDue(row.settles_at)) return row;
    await this.#settle(row.name);
    return this.#db.first(findTransaction, key);
  }

  #isDue(settlesAt: number | null): boolean {
    return settlesAt !== null && settlesAt <= this.#machineClock.now();
  }

  #settle(name: string): Promise<ObjectRow | null> {
    const now = this.#machineClock.now();
    return this.#db.transaction(async (tx) => {
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
