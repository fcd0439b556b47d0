/** What a registration costs, or why the name cannot be registered. */
import { Refusal } from '../../base/errors.ts';
import type { Price } from '../../domains/pricing.ts';
import type { RegistryAvailability, UnavailableName } from '../../registrars/registrar.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { PremiumPrice } from '../../storage/tables/domains/domains.ts';
import type { ReadCall } from '../operation.ts';
import { requireTerm } from '../renewal/term-limits.ts';
import { checkRegistration } from './availability.ts';
import { requirePrice } from './registrable-name.ts';

export interface NameOffer {
  readonly price: Price;
  readonly premium: PremiumPrice | null;
}

/** The registry's answer about one name; undefined when it gives none. */
export type AskRegistry = () => Promise<RegistryAvailability | undefined>;

/** Refuses a name that cannot be registered for these years. */
export async function offerRegistration(
  reader: HostmasterReader,
  call: ReadCall,
  { name, years }: { readonly name: string; readonly years: number },
  ask: AskRegistry = () => checkRegistration(reader, call, name),
): Promise<NameOffer> {
  const price = await requirePrice(reader, call, name);
  requireTerm(call, { name, expiresAt: call.now }, years);
  const availability = await ask();
  if (availability?.available !== true) throw notAvailable(availability);
  return { price, premium: availability.premium };
}

/** Reserved and too short names are not for sale; registries answer them like taken ones. */
function notAvailable(answer: UnavailableName | undefined): Refusal {
  if (answer?.because !== 'not-offered') return domainTaken();
  const because = answer.reason === undefined ? '.' : `: ${answer.reason}`;
  return new Refusal('domain_not_offered', `The registry does not offer this name${because}`);
}

export function domainTaken(): Refusal {
  return new Refusal(
    'domain_taken',
    'This name is already registered, or its registration is pending.',
  );
}
