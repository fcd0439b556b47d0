/** The commands the rules send, and the few steps they share. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  Command,
  CommandOutcome,
  CreateCommand,
  Registrar,
  RegistryDomain,
  RenewCommand,
  RestoreCommand,
  UpdateCommand,
} from '../../../packages/server/src/registrars/registrar.ts';
import { requiredContact as contact } from '../contact.ts';
import type { RegistryUnderTest } from './rule.ts';

const owner = 'ws_conformance';

export function newSendId(): string {
  return `snd_${randomUUID()}`;
}

/** Every send has an id of its own, also when it repeats another. */
export function sendOf(name: string): Command {
  return { sendId: newSendId(), name, beforeSend: async () => {} };
}

export function createOf(name: string): CreateCommand {
  return {
    ...sendOf(name),
    owner,
    years: 1,
    contact,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    privacyEnabled: true,
    transferLocked: true,
    authCode: randomUUID(),
    premium: null,
  };
}

export function updateOf(
  current: RegistryDomain,
  fields: Pick<
    UpdateCommand,
    'nameservers' | 'dnssec' | 'privacyEnabled' | 'transferLocked' | 'clientHold' | 'authCode'
  >,
): UpdateCommand {
  return { ...sendOf(current.name), owner, contact, current, ...fields };
}

/** Another registrant, not hidden. */
export function ownerChangeOf(current: RegistryDomain): UpdateCommand {
  const changed = { ...contact, firstName: 'Grace', email: 'grace@example.org' };
  const fields = { contact: changed, changesContact: true, privacyEnabled: false };
  return { ...updateOf(current, {}), ...fields };
}

export function restoreOf(current: RegistryDomain): RestoreCommand {
  const at = Date.UTC(2031, 5, 20);
  return { ...sendOf(current.name), current, deletedAt: at, restoredAt: at };
}

/** The decision on a pending command, which an adapter may know as an outcome only. */
export async function refusalOf(registrar: Registrar, command: Command): Promise<CommandOutcome> {
  const outcome = await registrar.outcomeOf(command);
  if (outcome.kind === 'refused') return outcome;
  throw new Error(`The command is ${outcome.kind}.`);
}

export function renewOf(
  current: Pick<RegistryDomain, 'name' | 'expiresAt'>,
  years: number,
): RenewCommand {
  const currentExpiresAt = dateOf(current.expiresAt);
  return { ...sendOf(current.name), years, currentExpiresAt, premium: null };
}

/** A registry may hide dates of its objects, but not of those that the rules use. */
function dateOf(at: number | null | undefined): number {
  if (typeof at === 'number') return at;
  throw new Error('The registry shows no date.');
}

export type DatedDomain = RegistryDomain & {
  readonly createdAt: number;
  readonly expiresAt: number;
};

export async function register(
  subject: RegistryUnderTest,
  name: string,
  fields: Partial<Pick<CreateCommand, 'privacyEnabled'>> = {},
): Promise<DatedDomain> {
  const command = { ...createOf(name), ...fields };
  expect((await subject.registrar.create(command)).kind).not.toBe('refused');
  await subject.letRegistryDecide();
  return held(subject, name);
}

/** What the registry shows of a name that must be there; a set of servers has no order. */
export async function held(subject: RegistryUnderTest, name: string): Promise<DatedDomain> {
  const domain = await subject.registrar.info(name);
  if (domain === null) throw new Error(`The registry does not know ${name}.`);
  return {
    ...domain,
    createdAt: dateOf(domain.createdAt),
    expiresAt: dateOf(domain.expiresAt),
    nameservers: [...domain.nameservers].sort(),
  };
}

export function expectRefused(outcome: CommandOutcome): void {
  expect(outcome).toEqual({ kind: 'refused', reason: expect.stringMatching(/./) });
}

/** A creation of a name that the registry has already, whosever it is. */
export function expectTaken(outcome: CommandOutcome): void {
  expect(outcome).toEqual({ kind: 'refused', reason: expect.stringMatching(/./), isTaken: true });
}

export async function expectAllRefused(
  registrar: Registrar,
  domain: RegistryDomain,
): Promise<void> {
  const { name } = domain;
  expectRefused(await registrar.renew(renewOf(domain, 1)));
  expectRefused(await registrar.update(updateOf(domain, { nameservers: ['ns9.example.net'] })));
  expectRefused(await registrar.delete(sendOf(name)));
}

/** A rule that uses a means has declared that it needs it. */
export function offered<Means>(means: Means | undefined): Means {
  if (means === undefined) throw new Error('A rule used a means without declaring its need.');
  return means;
}
