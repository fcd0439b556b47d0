/**
 * One registry behind the registrar port: its sessions, its policies, and the mapping of replies to
 * outcomes. Every command that costs or changes something is sent once, with the journaled id.
 */
import {
  type CommandCodec,
  createDomain,
  type DomainInfo,
  deleteDomain,
  type EppReply,
  infoDomain,
  renewDomain,
  transferDomain,
  updateDomain,
} from '@hostmaster/epp';
import {
  type Asker,
  type Command,
  type CommandOutcome,
  type CreateCommand,
  OutcomeUnknown,
  type PendingOutcome,
  PriceTooHigh,
  type RegistrarCapabilities,
  type RegistryAvailability,
  type RegistryDomain,
  RegistryUnavailable,
  type RenewCommand,
  type RestoreCommand,
  type UpdateCommand,
} from '../../registrars/registrar.ts';
import type { CheckLimit } from './check-limit.ts';
import type { ContactBook } from './contact-book.ts';
import { foreign, lockStatus, viewOf } from './domain-view.ts';
import { FailingNames } from './failing-names.ts';
import { addressesInside, type HostBook, isInside, nameserversOf } from './host-book.ts';
import { idnDataOf, scriptProblem } from './idn-tables.ts';
import { leavingOutLost } from './lost-hosts.ts';
import type { MessageQueue } from './message-queue.ts';
import { NameChecks } from './name-checks.ts';
import { absentCodes, ask, Refused, send } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import { PurchaseFees } from './purchase-fees.ts';
import type { RegistryConfig } from './registry-config.ts';
import { RegistryTransfers } from './registry-transfers.ts';
import { restoreReport } from './restore-report.ts';
import { planUpdate } from './update-plan.ts';

export class RegistryLink {
  readonly config: RegistryConfig;
  readonly #capabilities: Omit<RegistrarCapabilities, 'scriptProblem'>;
  readonly messages: MessageQueue;
  readonly transfers: RegistryTransfers;
  readonly pool: OutsidePool;
  readonly #contacts: ContactBook;
  readonly #hosts: HostBook;
  readonly #checks: NameChecks;
  readonly #fees: PurchaseFees;
  readonly #failing = new FailingNames();

  constructor(options: {
    readonly config: RegistryConfig;
    readonly pool: OutsidePool;
    readonly contacts: ContactBook;
    readonly hosts: HostBook;
    readonly limit: CheckLimit;
    readonly messages: MessageQueue;
  }) {
    const { config } = options;
    this.config = config;
    this.pool = options.pool;
    this.messages = options.messages;
    this.#contacts = options.contacts;
    this.#hosts = options.hosts;
    this.#checks = new NameChecks(options);
    this.#fees = new PurchaseFees(options);
    this.#capabilities = {
      totalYearsMax: config.maximumYears,
      revealsAuthCode: config.authCodes === 'shown',
      transferLock: config.transferLock,
      dnssec: config.dnssec,
      dnssecKeys: config.dnssecData !== 'ds',
      privacy: config.privacy.by !== 'none',
      autoRenewGraceMs: config.expiry.policy === 'renews' ? config.expiry.graceMs : null,
      decisionMsMax: config.decisionMsMax,
      redemption: config.redemptionMs !== null,
      transfers: config.transferYears !== null,
      transferYears: config.transferYears ?? 0,
      isTestEnvironment: config.isTestEnvironment,
    };
    this.transfers = new RegistryTransfers({
      config,
      pool: options.pool,
      fees: this.#fees,
      send: (request, command) => this.#send(transferDomain, request, command),
      expiryOf: (name) => this.#expiryOf(name),
    });
  }

  capabilitiesFor(name: string): RegistrarCapabilities {
    return { ...this.#capabilities, scriptProblem: scriptProblem(this.config, name) };
  }

  check(
    names: readonly string[],
    asker?: Asker,
  ): Promise<ReadonlyMap<string, RegistryAvailability>> {
    return this.#checks.check(names, asker);
  }

  async info(name: string, asker?: Asker): Promise<RegistryDomain | null> {
    const found = await this.#find(name, asker);
    if (found === null || found === 'foreign') return found === null ? null : foreign(name);
    return this.#view(found, asker);
  }

  async outcomeOf({ sendId, name }: { sendId: string; name: string }): Promise<PendingOutcome> {
    const known = await this.messages.decisionOn(sendId);
    if (known !== null) return known;
    const { failures } = await this.messages.drain();
    const decision = await this.messages.decisionOn(sendId);
    if (decision !== null) return decision;
    if (failures.length > 0) throw failures[0];
    const found = await this.info(name);
    if (found?.isOurs !== true || found.pending === null) return { kind: 'unknown' };
    return { kind: 'pending', askAfterMs: this.config.askAfterMs };
  }

  create(command: CreateCommand): Promise<CommandOutcome> {
    const wanted = { names: command.nameservers, lost: [], isCreation: true };
    return this.#conclude(() =>
      leavingOutLost(wanted, (nameservers) => this.#create({ ...command, nameservers })),
    );
  }

  async #create(command: CreateCommand): Promise<CommandOutcome> {
    const { name, years, premium } = command;
    const outside = command.nameservers.filter((host) => !isInside(host, name));
    const needs = { names: outside, addresses: command.hostAddresses ?? {} };
    const registrant = await this.#contacts.idFor(command);
    const idn = idnDataOf(this.config, name);
    if (idn === 'not-covered') throw new Refused(2306, 'No IDN table covers this name');
    const request = {
      name,
      periodYears: years,
      nameservers: nameserversOf(this.config, needs),
      ...(registrant === null ? {} : { registrant, contacts: inAllRoles(registrant) }),
      authInfo: command.authCode,
      ...(idn === null ? {} : { idn }),
    };
    const purchase = { command: 'create', name, years, premium } as const;
    const buy = () =>
      this.#fees.buy(purchase, (fee) => this.#send(createDomain, { ...request, ...fee }, command));
    const { reply } = await this.#hosts
      .referTo(needs, () => this.#referTo(registrant, buy))
      .catch((error: unknown) => {
        // The name was never ours, so the customer decides about the new price.
        throw error instanceof PriceTooHigh ? new Refused(2308, error.message) : error;
      });
    if (reply.pending) return this.#pending();
    const expiresAt = reply.data.expiresAt?.getTime();
    const isLocked = await this.#lock(command);
    return {
      kind: 'done',
      expiresAt: expiresAt ?? (await this.#expiryOf(name)),
      isIncomplete: !isLocked || outside.length < command.nameservers.length,
    };
  }

  renew(command: RenewCommand): Promise<CommandOutcome> {
    return this.#conclude(async () => {
      const { name, years, premium } = command;
      const acceptsAnyPrice = command.acceptsAnyPrice === true;
      const purchase = { command: 'renew', name, years, premium, acceptsAnyPrice } as const;
      const request = {
        name,
        periodYears: years,
        currentExpiryDate: new Date(command.currentExpiresAt).toISOString().slice(0, 10),
      };
      const { reply, asked } = await this.#fees.buy(purchase, (fee) =>
        this.#send(renewDomain, { ...request, ...fee }, command),
      );
      if (reply.pending) return this.#pending();
      return {
        kind: 'done',
        expiresAt: reply.data.expiresAt?.getTime() ?? (await this.#expiryOf(name)),
        ...this.#fees.risenPrice(purchase, { receipt: reply.data.fee, asked }),
      };
    });
  }

  update(command: UpdateCommand): Promise<CommandOutcome> {
    return this.#conclude(async () => {
      const current = await this.#find(command.name);
      if (current === null) throw new Refused(2303, 'The registry has no such domain');
      if (current === 'foreign' || !this.#isOurs(current)) {
        throw new Refused(2201, 'Another registrar sponsors this domain');
      }
      if (command.dnssec !== undefined && !this.config.dnssec) {
        throw new Refused(2103, 'The registry takes no DS records');
      }
      const registrant = await this.#newRegistrant(command);
      if (typeof registrant === 'string') {
        await this.#contacts.noteReplaced({ owner: command.owner, ids: contactsOf(current) });
      }
      const done = { kind: 'done', expiresAt: current.expiresAt?.getTime() ?? 0 } as const;
      const attempt = (wanted: UpdateCommand): Promise<CommandOutcome> => {
        const plan = planUpdate(this.config, {
          command: wanted,
          current,
          registrant: registrant ?? undefined,
        });
        const { request } = plan;
        return this.#hosts.referTo(plan.hosts, async () => {
          if (request === null) return done;
          const reply = await this.#referTo(registrant, () =>
            this.#send(updateDomain, request, command),
          );
          return reply.pending ? this.#pending() : done;
        });
      };
      const { nameservers: names } = command;
      if (names === undefined) return attempt(command);
      const lost = await this.#hosts.renamedAmong(names, current);
      return leavingOutLost({ names, lost, isCreation: false }, (nameservers) =>
        attempt({ ...command, nameservers }),
      );
    });
  }

  /** Undefined leaves the registrant unchanged; null where the registry keeps none. */
  async #newRegistrant(command: UpdateCommand): Promise<string | null | undefined> {
    const { changesContact = false, privacyEnabled } = command;
    const changesPrivacy = privacyEnabled !== undefined && this.#capabilities.privacy;
    if (!changesContact && !changesPrivacy) return undefined;
    return this.#contacts.idFor({ ...command, privacyEnabled: privacyEnabled ?? false });
  }

  /** A contact that was deleted meanwhile is no refusal: the next attempt creates it again. */
  async #referTo<Reply>(
    registrant: string | null | undefined,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await send();
    } catch (error) {
      const isMissing = error instanceof Refused && error.code === 2303;
      if (!isMissing || typeof registrant !== 'string') throw error;
      throw (await this.#contacts.isGone(registrant)) ? new RegistryUnavailable(error) : error;
    }
  }

  deleteUnusedContacts(contacts: Parameters<ContactBook['deleteUnused']>[0]): Promise<void> {
    return this.#contacts.deleteUnused(contacts);
  }

  delete(command: Command): Promise<CommandOutcome> {
    return this.#conclude(async () => {
      const current = await this.#find(command.name);
      if (current !== null && current !== 'foreign' && this.#isOurs(current)) {
        await this.#hosts.moveOut(current, command.beforeSend);
      }
      const request = { name: command.name };
      const reply = await this.#send(deleteDomain, request, command);
      return reply.pending ? this.#pending() : { kind: 'done', expiresAt: 0 };
    });
  }

  /** The request may be carried out although its reply is lost; then only the report is missing. */
  restore(command: RestoreCommand): Promise<CommandOutcome> {
    return this.#conclude(async () => {
      const { name, sendId, current } = command;
      if (current.deletion?.phase === 'redemption') {
        const request = { name, restore: { op: 'request' } } as const;
        const acceptsAnyPrice = command.acceptsAnyPrice === true;
        const purchase = { command: 'restore', name, years: 0, acceptsAnyPrice } as const;
        const { reply } = await this.#fees.buy({ ...purchase, premium: null }, (fee) =>
          this.#send(updateDomain, { ...request, ...fee }, command),
        );
        if (reply.pending) return this.#pending();
      }
      const restore = { op: 'report', report: restoreReport(command) } as const;
      const step = { ...command, sendId: `${sendId}-report` };
      const reply = await this.#send(updateDomain, { name, restore }, step);
      if (reply.pending) return this.#pending();
      return { kind: 'done', expiresAt: await this.#expiryOf(name) };
    });
  }

  /** A create cannot set the lock, so an update follows at once; a failure is corrected later. */
  async #lock({ name, transferLocked }: CreateCommand): Promise<boolean> {
    if (!transferLocked || !this.config.transferLock) return true;
    try {
      await this.pool.send(updateDomain, { name, add: { statuses: [lockStatus] } });
      return true;
    } catch {
      return false;
    }
  }

  async #expiryOf(name: string): Promise<number> {
    const found = await this.info(name).catch((error: unknown) => {
      throw new OutcomeUnknown('The reply has no expiry date, and it could not be queried.', {
        cause: error,
      });
    });
    if (found?.isOurs === true && found.expiresAt !== null) return found.expiresAt;
    throw new OutcomeUnknown('The reply has no expiry date.');
  }

  async #find(name: string, asker?: Asker): Promise<DomainInfo | 'foreign' | null> {
    try {
      return (await ask(this.pool, infoDomain, { name }, asker)).data;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (absentCodes.has(error.code)) return null;
      if (error.code === 2201 || error.code === 2202) return 'foreign';
      throw new RegistryUnavailable(error);
    }
  }

  async #view(info: DomainInfo, asker: Asker | undefined): Promise<RegistryDomain> {
    const { clientId } = this.config.credentials;
    if (!this.#isOurs(info)) return foreign(info.name.toLowerCase(), info);
    const registrant = await this.#contacts.view(info.registrant, asker);
    const hostAddresses = await addressesInside(this.pool, info, asker);
    const showsAuthCode = this.#capabilities.revealsAuthCode;
    const { redemptionMs, dnssecData } = this.config;
    const facts = { clientId, showsAuthCode, registrant, hostAddresses, redemptionMs, dnssecData };
    return viewOf(info, facts);
  }

  #isOurs(info: DomainInfo): boolean {
    return info.sponsorId === this.config.credentials.clientId;
  }

  /** A failure that other names have too is not an answer about this one. */
  async #send<Request, Result>(
    codec: CommandCodec<Request, Result>,
    request: Request,
    { name, sendId: clTRID, beforeSend }: Command,
  ): Promise<EppReply<Result>> {
    try {
      const reply = await send(this.pool, codec, request, { clTRID, beforeSend });
      this.#failing.worked(codec.type);
      return reply;
    } catch (error) {
      if (error instanceof Refused) this.#failing.worked(codec.type);
      if (!(error instanceof OutcomeUnknown) || error.answer === null) throw error;
      if (this.#failing.failed(codec.type, name)) throw error;
      throw new OutcomeUnknown(error.message, { cause: error.cause });
    }
  }

  #pending(): CommandOutcome {
    return { kind: 'pending', askAfterMs: this.config.askAfterMs };
  }

  async #conclude(work: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { message: reason, code } = error;
      return { kind: 'refused', reason, ...(code === 2302 ? { isTaken: true } : {}) };
    }
  }
}

function contactsOf({ registrant, contacts }: DomainInfo): string[] {
  const ids = contacts.map(({ id }) => id);
  return registrant === undefined ? ids : [registrant, ...ids];
}

function inAllRoles(id: string) {
  return ['admin', 'billing', 'tech'].map((role) => ({ role, id }));
}
