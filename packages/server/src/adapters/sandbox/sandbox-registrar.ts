/** The registrar port over the sandbox registry. */

import {
  behaviourOf,
  CommandUnstored,
  phaseOf,
  type RegistryCommand,
  type RegistryReply,
  resultCode,
  type SandboxRegistry,
  transferYears,
} from '@hostmaster/registry';
import type { ObjectTransfer, RegistryObject } from '@hostmaster/registry/storage';
import type { MachineClock } from '../../base/clock.ts';
import { StorageUnavailable } from '../../base/errors.ts';
import {
  type CollectedMessages,
  type Command,
  type CommandOutcome,
  type CreateCommand,
  OutcomeUnknown,
  type PendingOutcome,
  type Registrar,
  type RegistrarCapabilities,
  type RegistryAvailability,
  type RegistryDomain,
  type RegistryTransfer,
  RegistryUnavailable,
  type RenewCommand,
  type RestoreCommand,
  type TransferCommand,
  type UpdateCommand,
} from '../../registrars/registrar.ts';
import { CommitUnanswered } from '../../storage/postgres-connection.ts';

const capabilities: Omit<RegistrarCapabilities, 'redemption' | 'dnssec'> = {
  totalYearsMax: null,
  revealsAuthCode: true,
  transferLock: true,
  dnssecKeys: false,
  privacy: true,
  autoRenewGraceMs: null,
  decisionMsMax: null,
  transfers: true,
  transferYears,
  scriptProblem: null,
  isTestEnvironment: false,
};

/** How often to ask about a decision that depends on the calendar. */
const calendarAskMs = 5_000;

export class SandboxRegistrar implements Registrar {
  /** For fronts and operators; the service itself uses the port only. */
  readonly registry: SandboxRegistry;
  readonly #clientId: string;
  readonly #machineClock: MachineClock;

  constructor(options: {
    readonly registry: SandboxRegistry;
    /** The sponsor of everything this registrar creates. */
    readonly clientId: string;
    readonly machineClock: MachineClock;
  }) {
    this.registry = options.registry;
    this.#clientId = options.clientId;
    this.#machineClock = options.machineClock;
  }

  capabilitiesFor(name: string): RegistrarCapabilities {
    const { hasRedemption: redemption, takesSigners: dnssec } = behaviourOf(name);
    return { ...capabilities, redemption, dnssec };
  }

  async check(names: readonly string[]): Promise<readonly RegistryAvailability[]> {
    const answers = await this.#ask(() => this.registry.check(names));
    return answers.map(({ available, premiumFactor, reason }) => {
      const premium = premiumFactor === null ? null : { factor: premiumFactor };
      if (available) return { available, premium };
      return reason === null
        ? { available, premium, because: 'taken' }
        : { available, premium, because: 'not-offered', reason };
    });
  }

  async info(name: string): Promise<RegistryDomain | null> {
    const object = await this.#ask(() => this.registry.info(name));
    return object === null ? null : this.#ask(() => this.#describe(object));
  }

  async outcomeOf(command: { sendId: string; name: string }): Promise<PendingOutcome> {
    const reply = await this.#ask(() => this.registry.replyTo(this.#address(command)));
    if (reply === null) return { kind: 'unknown' };
    const outcome = this.#outcome(reply);
    return outcome.kind === 'done' ? { kind: 'done' } : outcome;
  }

  create(command: CreateCommand): Promise<CommandOutcome> {
    const { years, nameservers, privacyEnabled, transferLocked, authCode } = command;
    return this.#send(command, (address) =>
      this.registry.create({
        ...address,
        years,
        registrant: command.contact,
        nameservers,
        privacyEnabled,
        transferLocked,
        authCode,
      }),
    );
  }

  renew(command: RenewCommand): Promise<CommandOutcome> {
    const { years, currentExpiresAt } = command;
    return this.#send(command, (address) =>
      this.registry.renew({ ...address, years, currentExpiresAt }),
    );
  }

  update(command: UpdateCommand): Promise<CommandOutcome> {
    const { nameservers, dnssec, privacyEnabled, transferLocked, clientHold, authCode } = command;
    const registrant = command.changesContact === true ? command.contact : undefined;
    const wanted = {
      nameservers,
      dnssec,
      privacyEnabled,
      transferLocked,
      clientHold,
      authCode,
      registrant,
    };
    return this.#send(command, (address) => this.registry.update({ ...address, ...wanted }));
  }

  /** Each of the two steps has an id of its own; a step that was done before is not repeated. */
  async restore(command: RestoreCommand): Promise<CommandOutcome> {
    if (command.current.deletion?.phase === 'redemption') {
      const requested = await this.#send(command, (address) =>
        this.registry.restore({ ...address, op: 'request' }),
      );
      if (requested.kind !== 'done') return requested;
    }
    const report = { ...command, sendId: `${command.sendId}-report` };
    return this.#send(report, (address) => this.registry.restore({ ...address, op: 'report' }));
  }

  delete(command: Command): Promise<CommandOutcome> {
    return this.#send(command, (address) => this.registry.delete(address));
  }

  async transferOf(name: string, authCode?: string): Promise<RegistryTransfer | null> {
    const question = { sponsor: this.#clientId, name, authCode };
    const transfer = await this.#ask(() => this.registry.transferOf(question));
    if (transfer === null || transfer === 'hidden') return null;
    const { requestedBy, requestedAt, actsAt, expiresAt } = transfer;
    const status = transferStatuses[transfer.status];
    return {
      status,
      requestedByUs: requestedBy === this.#clientId,
      requestedAt,
      actsAt,
      expiresAt,
    };
  }

  async requestTransfer(command: TransferCommand): Promise<CommandOutcome> {
    const { authCode, years } = command;
    let code: number = resultCode.done;
    const outcome = await this.#send(command, async (address) => {
      const reply = await this.registry.requestTransfer({ ...address, authCode, years });
      code = reply.code;
      return reply;
    });
    const isLocked = code === resultCode.statusProhibits;
    return outcome.kind === 'refused' && isLocked ? { ...outcome, isLocked } : outcome;
  }

  cancelTransfer(command: Command & { readonly authCode: string }): Promise<CommandOutcome> {
    const { authCode } = command;
    return this.#send(command, (address) =>
      this.registry.endTransfer({ ...address, authCode, op: 'cancel' }),
    );
  }

  answerTransfer(command: Command & { readonly accepts: boolean }): Promise<CommandOutcome> {
    const op = command.accepts ? 'approve' : 'reject';
    return this.#send(command, (address) => this.registry.endTransfer({ ...address, op }));
  }

  /** They are about transfers only. A lost one is no loss: comparisons find the same. */
  async collectMessages(): Promise<CollectedMessages> {
    const names = await this.#ask(() => this.registry.takeMessages(this.#clientId));
    return { names, failures: [] };
  }

  /** What we hold at the registry, in the order of names. */
  async objects(): Promise<readonly RegistryDomain[]> {
    const objects = await this.#ask(() => this.registry.objects(this.#clientId));
    return Promise.all(objects.map((object) => this.#ask(() => this.#describe(object))));
  }

  close(): Promise<void> {
    return this.registry.close();
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw isUnavailable(error) ? new RegistryUnavailable(error) : error;
    }
  }

  async #send(
    command: Command,
    deliver: (address: RegistryCommand) => Promise<RegistryReply>,
  ): Promise<CommandOutcome> {
    await command.beforeSend();
    let reply: RegistryReply;
    try {
      reply = await deliver(this.#address(command));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (error.cause instanceof CommitUnanswered) {
        throw new OutcomeUnknown('The registry lost its own commit.', { cause: error });
      }
      throw new RegistryUnavailable(error);
    }
    if (reply.isLost) throw new OutcomeUnknown(`No reply came for ${command.name}.`);
    return this.#outcome(reply);
  }

  #outcome(reply: RegistryReply): CommandOutcome {
    if (reply.code === resultCode.pending) {
      const { settlesAt } = reply;
      const askAfterMs =
        settlesAt === null ? calendarAskMs : Math.max(0, settlesAt - this.#machineClock.now());
      return { kind: 'pending', askAfterMs };
    }
    if (reply.code === resultCode.done && reply.expiresAt !== null) {
      return { kind: 'done', expiresAt: reply.expiresAt };
    }
    return {
      kind: 'refused',
      reason: reply.message,
      ...(reply.code === resultCode.exists ? { isTaken: true } : {}),
      ...(reply.code === resultCode.wrongAuthCode ? { isWrongAuthCode: true } : {}),
      ...(reply.code === resultCode.notTransferable ? { isTooEarly: true } : {}),
    };
  }

  #address(command: { sendId: string; name: string }): RegistryCommand {
    return { sponsor: this.#clientId, transactionId: command.sendId, name: command.name };
  }

  /** Like a real registry, it shows other sponsors only that the object exists. */
  async #describe(object: RegistryObject): Promise<RegistryDomain> {
    const isOurs = object.sponsor === this.#clientId;
    const isDeleted = isOurs && object.redemptionUntil !== null;
    return {
      name: object.name,
      isOurs,
      authCode: isOurs ? object.authCode : null,
      createdAt: object.createdAt,
      createdByUs: null,
      registrantOwner: null,
      expiresAt: object.expiresAt,
      nameservers: isOurs ? object.nameservers : [],
      hostAddresses: null,
      dnssec: isOurs ? object.dnssec : [],
      privacyEnabled: object.privacyEnabled,
      transferLocked: object.statuses.includes('clientTransferProhibited'),
      clientHold: object.statuses.includes('clientHold'),
      serverHold: false,
      pending: pendingCommand(object),
      deletion: isDeleted ? await this.#deletionOf(object) : null,
    };
  }

  async #deletionOf(object: RegistryObject): Promise<RegistryDomain['deletion']> {
    const { calendar } = await this.registry.moment();
    const phase = phaseOf(object, calendar);
    return phase === null ? null : { phase, restorableUntil: object.redemptionUntil };
  }
}

const transferStatuses = {
  pending: 'pending',
  clientApproved: 'approved',
  serverApproved: 'approved',
  clientRejected: 'denied',
  serverCancelled: 'denied',
  clientCancelled: 'cancelled',
} as const satisfies Record<ObjectTransfer['status'], RegistryTransfer['status']>;

/** The registry has not done what was asked, or cannot say so. */
function isUnavailable(error: unknown): error is StorageUnavailable | CommandUnstored {
  return error instanceof StorageUnavailable || error instanceof CommandUnstored;
}

function pendingCommand({ statuses }: RegistryObject): RegistryDomain['pending'] {
  if (statuses.includes('pendingCreate')) return 'create';
  if (statuses.includes('pendingDelete')) return 'delete';
  if (statuses.includes('pendingTransfer')) return 'transfer';
  return statuses.includes('pendingUpdate') ? 'update' : null;
}
