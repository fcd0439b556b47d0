/** Which names can be registered now: the registry's answer, except for names held here. */
import type { RegistryAvailability } from '../registrars/registrar.ts';
import { findHeldNames } from '../storage/queries/domains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { ReadCall } from './operation.ts';
import { queryRegistry } from './query-registry.ts';

/** By name. */
export type Availability = ReadonlyMap<string, RegistryAvailability>;

/** Throws RegistryUnavailable unless the registry answers for every name. */
export async function checkAvailability(
  reader: HostmasterReader,
  call: ReadCall,
  names: readonly string[],
): Promise<Availability> {
  return exceptHeldNames(reader, names, ask(call, names));
}

/** Leaves out the names that a registry does not answer for; throws when it answers for none. */
export async function checkAvailabilityOfSome(
  reader: HostmasterReader,
  call: ReadCall,
  names: readonly string[],
): Promise<Availability> {
  const answers = ask(call, names).catch(async (error: unknown) => {
    if (names.length === 1) throw error;
    const each = await Promise.allSettled(names.map((name) => ask(call, [name])));
    if (each.every(({ status }) => status === 'rejected')) throw error;
    return each.map((one) => (one.status === 'fulfilled' ? one.value[0] : undefined));
  });
  return exceptHeldNames(reader, names, answers);
}

async function ask(
  { services: { registrar, rules } }: ReadCall,
  names: readonly string[],
): Promise<readonly (RegistryAvailability | undefined)[]> {
  if (names.length === 0) return [];
  return queryRegistry(registrar.check(names), rules.registryQueryMsMax);
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
