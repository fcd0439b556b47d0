/** The registrar port over several registries: each name goes to the one that serves its suffix. */
import {
  type Asker,
  type CollectedMessages,
  type Command,
  type CommandOutcome,
  type CreateCommand,
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
import { registryFor } from './registry-config.ts';
import type { RegistryLink } from './registry-link.ts';

const nobodySells: RegistryAvailability = {
  available: false,
  premium: null,
  because: 'not-offered',
};

export class EppRegistrar implements Registrar {
  readonly registries: readonly RegistryLink[];

  constructor(registries: readonly RegistryLink[]) {
    this.registries = registries;
  }

  /** Signs in to each registry, so that the log shows at once what works. */
  connect(): void {
    for (const { pool } of this.registries) pool.connect();
  }

  capabilitiesFor(name: string): RegistrarCapabilities {
    return (this.#of(name) ?? this.registries[0])?.capabilitiesFor(name) ?? none;
  }

  async check(names: readonly string[], asker?: Asker): Promise<readonly RegistryAvailability[]> {
    const groups = new Map<RegistryLink, Set<string>>();
    for (const name of names) {
      const registry = this.#of(name);
      if (registry === null) continue;
      const group = groups.get(registry) ?? new Set();
      groups.set(registry, group.add(name));
    }
    const answers = await Promise.all(
      [...groups].map(([registry, group]) => registry.check([...group], asker)),
    );
    return names.map(
      (name) => answers.map((answer) => answer.get(name)).find(Boolean) ?? nobodySells,
    );
  }

  async info(name: string, asker?: Asker): Promise<RegistryDomain | null> {
    return this.#require(name).info(name, asker);
  }

  async outcomeOf(command: { sendId: string; name: string }): Promise<PendingOutcome> {
    return this.#require(command.name).outcomeOf(command);
  }

  async create(command: CreateCommand): Promise<CommandOutcome> {
    return this.#require(command.name).create(command);
  }

  async renew(command: RenewCommand): Promise<CommandOutcome> {
    return this.#require(command.name).renew(command);
  }

  async update(command: UpdateCommand): Promise<CommandOutcome> {
    return this.#require(command.name).update(command);
  }

  async delete(command: Command): Promise<CommandOutcome> {
    return this.#require(command.name).delete(command);
  }

  async restore(command: RestoreCommand): Promise<CommandOutcome> {
    return this.#require(command.name).restore(command);
  }

  async transferOf(name: string, authCode?: string): Promise<RegistryTransfer | null> {
    return this.#require(name).transfers.transferOf(name, authCode);
  }

  async requestTransfer(command: TransferCommand): Promise<CommandOutcome> {
    return this.#require(command.name).transfers.request(command);
  }

  async cancelTransfer(command: Command & { readonly authCode: string }): Promise<CommandOutcome> {
    return this.#require(command.name).transfers.cancel(command);
  }

  async answerTransfer(command: Command & { readonly accepts: boolean }): Promise<CommandOutcome> {
    return this.#require(command.name).transfers.answer(command);
  }

  async deleteUnusedContacts(contacts: Parameters<RegistryLink['deleteUnusedContacts']>[0]) {
    for (const registry of this.registries) await registry.deleteUnusedContacts(contacts);
  }

  /** An unavailable registry does not stop the messages of the others. */
  async collectMessages(): Promise<CollectedMessages> {
    const collected = await Promise.all(
      this.registries.map((registry) => registry.messages.drain()),
    );
    return {
      names: collected.flatMap(({ names }) => names),
      failures: collected.flatMap(({ failures }) => failures),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.registries.map((registry) => registry.pool.close()));
  }

  #of(name: string): RegistryLink | null {
    return registryFor(this.registries, name);
  }

  /**
   * A suffix without a configured registry may still have registered domains. Only a check may
   * answer that the name is not available.
   */
  #require(name: string): RegistryLink {
    const registry = this.#of(name);
    if (registry !== null) return registry;
    throw new RegistryUnavailable(new Error(`No registry is configured for ${name}.`));
  }
}

const none: RegistrarCapabilities = {
  totalYearsMax: null,
  revealsAuthCode: false,
  transferLock: false,
  dnssec: false,
  dnssecKeys: false,
  privacy: false,
  autoRenewGraceMs: null,
  decisionMsMax: null,
  redemption: false,
  transfers: false,
  transferYears: 0,
  scriptProblem: null,
  isTestEnvironment: false,
};
