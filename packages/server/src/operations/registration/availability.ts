/** Which names can be registered now: the registry's answer, except for names held here. */
import type { RegistryAvailability } from '../../registrars/registrar.ts';
import type { AvailabilityQuestion } from '../../registrars/registry-questions.ts';
import { findHeldNames } from '../../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { ReadCall } from '../operation.ts';

export type NameAvailability = RegistryAvailability & {
  /** The workspace that asks has registered it. */
  readonly isOwn: boolean;
};

/** By name. */
export type Availability = ReadonlyMap<string, NameAvailability>;

/** Throws RegistryUnavailable unless the registry answers for every name. */
export async function checkAvailability(
  reader: HostmasterReader,
  call: ReadCall,
  names: readonly string[],
): Promise<Availability> {
  return exceptHeldNames(reader, call, { names, asked: ask(call, names, 'check') });
}

/** As `checkAvailability` for the name that is about to be registered. */
export async function checkRegistration(
  reader: HostmasterReader,
  call: ReadCall,
  name: string,
): Promise<RegistryAvailability | undefined> {
  const names = [name];
  const asked = ask(call, names, 'registration');
  return (await exceptHeldNames(reader, call, { names, asked })).get(name);
}

/** Leaves out the names that a registry does not answer for; throws when it answers for none. */
export async function checkAvailabilityOfSome(
  reader: HostmasterReader,
  call: ReadCall,
  names: readonly string[],
): Promise<Availability> {
  const answers = ask(call, names, 'check').catch(async (error: unknown) => {
    if (names.length === 1) throw error;
    const each = await Promise.allSettled(names.map((name) => ask(call, [name], 'check')));
    if (each.every(({ status }) => status === 'rejected')) throw error;
    return each.map((one) => (one.status === 'fulfilled' ? one.value[0] : undefined));
  });
  return exceptHeldNames(reader, call, { names, asked: answers });
}

async function ask(
  { actor, services: { questions, rules }, clientGone }: ReadCall,
  names: readonly string[],
  purpose: AvailabilityQuestion['purpose'],
): Promise<readonly (RegistryAvailability | undefined)[]> {
  if (names.length === 0) return [];
  return questions.check(names, {
    workspaceId: actor.workspaceId,
    purpose,
    answerMsMax: rules.registryQueryMsMax,
    ...(clientGone === undefined ? {} : { signal: clientGone() }),
  });
}

/** A name held here is not available, even before the registry has an object for it. */
async function exceptHeldNames(
  reader: HostmasterReader,
  call: ReadCall,
  question: {
    readonly names: readonly string[];
    readonly asked: Promise<readonly (RegistryAvailability | undefined)[]>;
  },
): Promise<Availability> {
  const { names, asked } = question;
  const [answers, held] = await Promise.all([asked, reader.all(findHeldNames, { names })]);
  const holders = new Map(held.map(({ name, workspaceId }) => [name, workspaceId]));
  const availability = new Map<string, NameAvailability>();
  for (const [index, name] of names.entries()) {
    const answer = answers[index];
    const holder = holders.get(name);
    if (holder !== undefined) {
      const isOwn = holder === call.actor.workspaceId;
      const premium = answer?.premium ?? null;
      availability.set(name, { available: false, premium, because: 'taken', isOwn });
    } else if (answer !== undefined) availability.set(name, { ...answer, isOwn: false });
  }
  return availability;
}
