/** Which names can be registered now: the registry's answer, except for names held here. */
import type { RegistryAvailability } from '../registrars/registrar.ts';
import type { AvailabilityQuestion } from '../registrars/registry-questions.ts';
import { findHeldNames } from '../storage/queries/domains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { ReadCall } from './operation.ts';

/** By name. */
export type Availability = ReadonlyMap<string, RegistryAvailability>;

/** Throws RegistryUnavailable unless the registry answers for every name. */
export async function checkAvailability(
  reader: HostmasterReader,
  call: ReadCall,
  names: readonly string[],
): Promise<Availability> {
  return exceptHeldNames(reader, names, ask(call, names, 'check'));
}

/** As `checkAvailability` for the name that is about to be registered. */
export async function checkRegistration(
  reader: HostmasterReader,
  call: ReadCall,
  name: string,
): Promise<RegistryAvailability | undefined> {
  const names = [name];
  return (await exceptHeldNames(reader, names, ask(call, names, 'registration'))).get(name);
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
  return exceptHeldNames(reader, names, answers);
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
  names: readonly string[],
  asked: Promise<readonly (RegistryAvailability | undefined)[]>,
): Promise<Availability> {
  const [answers, held] = await Promise.all([asked, reader.all(findHeldNames, { names })]);
  const heldNames = new Set(held.map(({ name }) => name));
  const availability = new Map<string, RegistryAvailability>();
  for (const [index, name] of names.entries()) {
    const answer = answers[index];
    if (heldNames.has(name)) {
      availability.set(name, { available: false, premium: answer?.premium ?? null });
    } else if (answer !== undefined) availability.set(name, answer);
  }
  return availability;
}
