/**
 * The sandbox registry: a store of its own, and commands that are transactions on it. EPP is one
 * front of it; a registrar in the same process may also call it directly. Several processes may
 * open the same store.
 */
import type { ResourceRecord } from '@hostmaster/dns';
import { readList } from '@hostmaster/storage';
import { behaviourOf } from './behaviours.ts';
import { changeObject, referenceProblem } from './change-object.ts';
import { createObject, isRegistrable, reservedReason } from './create-object.ts';
import { deleteObject } from './delete-object.ts';
import type { MachineClock } from './machine-clock.ts';
import { delegationRecords, glueRecords } from './parent-zone.ts';
import { isPurged } from './redemption.ts';
import {
  type ChangeObject,
  type CreateObject,
  type EndTransfer,
  plainPolicy,
  type RegistryCommand,
  type RegistryMoment,
  type RegistryPolicy,
  type RenewObject,
  type RequestTransfer,
  type RestoreObject,
  type UpdateObject,
} from './registry-command.ts';
import { foreignObject, standingOf } from './registry-object.ts';
import { isSuccess, type RegistryReply, refusal, replyOf, resultCode } from './registry-reply.ts';
import { renewObject } from './renew-object.ts';
import { restoreObject } from './restore-object.ts';
import { lockKnownObject } from './rival.ts';
import { settleObject } from './settle-object.ts';
import { isTransferDue } from './settle-transfer.ts';
import { listHosts } from './storage/queries/hosts.ts';
import { deleteMessage, listMessages } from './storage/queries/messages.ts';
import {
  findObject,
  findRegistered,
  listInTransfer,
  listObjects,
  listTransferred,
} from './storage/queries/objects.ts';
import { findTransaction, insertTransaction } from './storage/queries/transactions.ts';
import type { RegistryStore, RegistryTx } from './storage/schema.ts';
import type { ObjectTransfer, RegistryObject } from './storage/tables/objects.ts';
import type { CommandKind, ExecutedCommand } from './storage/tables/transactions.ts';
import { endTransfer, requestTransfer } from './transfer-object.ts';
import { updateObject } from './update-object.ts';

export interface RegistryOptions {
  readonly db: RegistryStore;
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
  /** Why the registry does not offer the name; null when it does, or when the name is registered. */
  readonly reason: string | null;
}

const listPageSize = 1_000;
const never = { settlesAt: null };

export class SandboxRegistry {
  readonly db: RegistryStore;
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
    const objects = await this.db.all(findRegistered, { names });
    const machine = this.#machineClock.now();
    const held = new Set<string>();
    for (const object of objects) {
      const isFree =
        standingOf(object, machine) === 'declined' ||
        (object.purgesAt !== null && isPurged(object, await this.#calendarNow()));
      if (!isFree) held.add(object.name);
    }
    return names.map((name) => {
      const { isTaken, isReserved, premiumFactor, rival } = behaviourOf(name);
      const isHeld = isTaken || rival !== null || held.has(name);
      const available = !isHeld && !isReserved && isRegistrable(name);
      const refusal = isReserved ? reservedReason : 'This is not a domain name.';
      return { available, premiumFactor, reason: available || isHeld ? null : refusal };
    });
  }

  async info(name: string): Promise<RegistryObject | null> {
    if (behaviourOf(name).isTaken) return foreignObject(name);
    const object = await this.db.first(findObject, { name });
    if (object === undefined) return behaviourOf(name).rival === null ? null : this.settle(name);
    return (await this.#isDue(object)) ? this.settle(name) : object;
  }

  /** Every object of one sponsor, as reconciliation compares it. */
  async objects(sponsor: string): Promise<readonly RegistryObject[]> {
    const objects: RegistryObject[] = [];
    for await (const page of this.#objectPages()) {
      for (const object of page) if (object.sponsor === sponsor) objects.push(object);
    }
    return objects;
  }

  /** What the zone of a suffix has beside its apex, in parts. */
  async *parentZone(suffix: string): AsyncGenerator<readonly ResourceRecord[]> {
    const isBelow = ({ name }: { readonly name: string }) => name.endsWith(`.${suffix}`);
    for await (const page of this.#objectPages()) {
      const machine = this.#machineClock.now();
      yield page.filter(isBelow).flatMap((object) => delegationRecords(object, machine));
    }
    for (const host of await readList(this.db, listHosts, {})) {
      if (isBelow(host)) yield glueRecords(host);
    }
  }

  /** All objects, with what is due about them settled. */
  async *#objectPages(): AsyncGenerator<readonly RegistryObject[]> {
    for (let after = ''; ; ) {
      const page = await this.db.all(listObjects, { after, limit: listPageSize });
      // Started together, so that due decisions share commits.
      const settled = await Promise.all(
        page.map(async (object) =>
          (await this.#isDue(object)) ? this.settle(object.name) : object,
        ),
      );
      yield settled.filter((object) => object !== null);
      const last = page.at(-1);
      if (last === undefined || page.length < listPageSize) return;
      after = last.name;
    }
  }

  /** The reply to a command as it stands now; null when no such command is known. */
  async replyTo(command: RegistryCommand): Promise<RegistryReply | null> {
    const executed = await this.#findExecuted(command);
    return executed === undefined || executed.name !== command.name ? null : replyOf(executed);
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
    const delayMs = this.#delayMs;
    return this.#execute('update', command, (tx, now) =>
      changeObject(tx, command, { now, delayMs }),
    );
  }

  renew(command: RenewObject): Promise<RegistryReply> {
    return this.#execute('renew', command, (tx, now) => renewObject(tx, command, now));
  }

  update(command: UpdateObject): Promise<RegistryReply> {
    const delayMs = this.#delayMs;
    return this.#execute('update', command, (tx, now) =>
      updateObject(tx, command, { now, delayMs }),
    );
  }

  delete(command: RegistryCommand): Promise<RegistryReply> {
    return this.#execute('delete', command, (tx, now) => deleteObject(tx, command, now));
  }

  restore(command: RestoreObject): Promise<RegistryReply> {
    return this.#execute('restore', command, (tx, now) => restoreObject(tx, command, now));
  }

  requestTransfer(command: RequestTransfer): Promise<RegistryReply> {
    const delayMs = this.#delayMs;
    return this.#execute('transfer', command, (tx, now) =>
      requestTransfer(tx, command, { now, delayMs }),
    );
  }

  endTransfer(command: EndTransfer): Promise<RegistryReply> {
    return this.#execute('transfer', command, (tx, now) => endTransfer(tx, command, now));
  }

  /** The newest transfer, shown to its two registrars and to those that know the auth code. */
  async transferOf(question: {
    readonly sponsor: string;
    readonly name: string;
    readonly authCode?: string | undefined;
  }): Promise<ObjectTransfer | 'hidden' | null> {
    const object = await this.info(question.name);
    const transfer = object?.transfer ?? null;
    if (object === null || transfer === null) return null;
    const parties = [object.sponsor, transfer.requestedBy, transfer.from];
    const isShown = parties.includes(question.sponsor) || object.authCode === question.authCode;
    return isShown ? transfer : 'hidden';
  }

  /** Decides due transfers, and empties the message queue of a sponsor: the names, each once. */
  async takeMessages(sponsor: string): Promise<readonly string[]> {
    const pending = await readList(this.db, listInTransfer, {});
    await Promise.all(pending.map(({ name }) => this.info(name)));
    const messages = await this.db.all(listMessages, { sponsor, limit: listPageSize });
    if (messages.length === 0) return [];
    await this.db.transaction(async (tx) => {
      for (const { id } of messages) await tx.run(deleteMessage, { sponsor, id });
    });
    return [...new Set(messages.map(({ event }) => event.name))];
  }

  /** The newest transfer of every name that this registrar asked for or was asked for. */
  async transfersOf(
    sponsor: string,
  ): Promise<readonly { readonly name: string; readonly transfer: ObjectTransfer }[]> {
    const pending = await readList(this.db, listInTransfer, {});
    await Promise.all(pending.map(({ name }) => this.info(name)));
    const objects = await readList(this.db, listTransferred, { sponsor });
    return objects.flatMap(({ name, transfer }) =>
      transfer !== null && [transfer.requestedBy, transfer.from].includes(sponsor)
        ? [{ name, transfer }]
        : [],
    );
  }

  close(): Promise<void> {
    return this.db.close();
  }

  /**
   * The command's work and the record of its reply commit together. Recording comes last: when the
   * record is there already, the work is rolled back and the earlier reply given again.
   */
  async #execute(
    kind: CommandKind,
    command: RegistryCommand,
    work: (tx: RegistryTx, now: RegistryMoment) => Promise<RegistryReply>,
  ): Promise<RegistryReply> {
    const now = await this.moment();
    const committed = async () => (await this.#findExecuted(command)) !== undefined;
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
            expiresAt: reply.expiresAt,
            settlesAt: reply.settlesAt,
            receivedAt: now.calendar,
            clientTransaction: command.clientTransactionId ?? null,
          });
          if (recorded === 0) throw new DuplicateCommandError();
          return isReplyLost(kind, command, reply) ? { ...reply, isLost: true } : reply;
        },
        { committed, owner: command.name },
      );
    } catch (error) {
      if (error instanceof DuplicateCommandError) return await this.#repeatReply(kind, command);
      throw error;
    }
  }

  async #repeatReply(kind: string, command: RegistryCommand): Promise<RegistryReply> {
    const executed = await this.#findExecuted(command);
    // The send we collided with shared our commit, and that commit failed.
    if (executed === undefined) throw new CommandUnstored(command.transactionId);
    return executed.command === kind && executed.name === command.name
      ? replyOf(executed)
      : refusal(resultCode.useError, 'This transaction id was used for another command.');
  }

  /** Decides a due pending command first. */
  async #findExecuted(command: RegistryCommand): Promise<ExecutedCommand | undefined> {
    const key = { sponsor: command.sponsor, id: command.transactionId };
    const executed = await this.db.first(findTransaction, key);
    if (executed === undefined || !this.#mayBeDecided(executed)) return executed;
    await this.settle(executed.name);
    return this.db.first(findTransaction, key);
  }

  /** Without a time, the calendar decides. */
  #mayBeDecided(executed: ExecutedCommand): boolean {
    if (executed.code !== resultCode.pending) return false;
    return executed.settlesAt === null || this.#isDecided(executed);
  }

  #isDecided({ settlesAt }: { readonly settlesAt: number | null }): boolean {
    return settlesAt !== null && settlesAt <= this.#machineClock.now();
  }

  /** Reads the calendar only where a date can matter. */
  async #isDue(object: RegistryObject): Promise<boolean> {
    const { purgesAt, expiresAt } = object;
    if (this.#isDecided(object) || this.#isDecided(object.trade ?? never)) return true;
    if (object.transfer?.status === 'pending') {
      const machine = this.#machineClock.now();
      return isTransferDue(object.transfer, { machine, calendar: await this.#calendarNow() });
    }
    if (purgesAt === null && this.#policy.autoRenewGraceMs === null) return false;
    return Math.min(purgesAt ?? expiresAt, expiresAt) <= (await this.#calendarNow());
  }

  async moment(): Promise<RegistryMoment> {
    const calendar = await this.#calendarNow();
    return { calendar, machine: this.#machineClock.now(), policy: this.#policy };
  }

  /** Stores the due state changes of a name. */
  async settle(name: string): Promise<RegistryObject | null> {
    const now = await this.moment();
    const work = async (tx: RegistryTx) => {
      const object = await lockKnownObject(tx, name, now);
      return object === null ? null : settleObject(tx, object, now);
    };
    return this.db.transaction(work, { owner: name });
  }
}

/** Nothing of the command is stored, and it can be sent again. */
export class CommandUnstored extends Error {
  override readonly name = 'CommandUnstored';

  constructor(transactionId: string) {
    super(`The registry could not store the command ${transactionId}.`);
  }
}

class DuplicateCommandError extends Error {
  override readonly name = 'DuplicateCommandError';
}

function isReplyLost(kind: string, command: RegistryCommand, reply: RegistryReply): boolean {
  const isAffected = kind === 'create' || kind === 'renew';
  return isAffected && isSuccess(reply) && behaviourOf(command.name).losesReplies;
}
