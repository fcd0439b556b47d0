/** Names that can be had, with their prices, while somebody is still typing. */

import { limits } from '@hostmaster/contract';
import { invalidRequest } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { normaliseDomainName, placeOf } from '../domains/domain-name.ts';
import { isHostname, toAsciiName } from '../domains/host-labels.ts';
import { type Price, termCostCents } from '../domains/pricing.ts';
import { extendExpiry } from '../domains/terms.ts';
import { balanceCents } from '../ledger/ledger.ts';
import type { Call } from '../operations/operation.ts';
import { loadPrices } from '../operations/prices.ts';
import { requirePrice } from '../operations/register-domain.ts';
import { askRegistry } from '../operations/registry-question.ts';
import type { RegistryAvailability } from '../registrars/registrar.ts';
import { findHeldNames } from '../storage/queries/domains.ts';
import { listPrices } from '../storage/queries/prices.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Handlers } from './handler.ts';

/** What most people look for comes first; the others follow by the alphabet. */
const popularSuffixes = ['com', 'net', 'org', 'io', 'dev', 'app', 'co', 'ai', 'me'];

export const searchHandlers = {
  async searchDomains({ services, call }, input) {
    const { database } = services;
    const prices = await allPrices(database, call.actor.workspaceId);
    const wanted = wantedNames(input.query, prices);
    if (wanted === null) return { label: null, results: [] };
    const { label, names } = wanted;
    const registrable = names.filter(({ isRegistrable }) => isRegistrable);
    const answers = await availabilityOf(
      database,
      call,
      registrable.map(({ name }) => name),
    );
    return {
      label,
      results: names.flatMap(({ name, price, isRegistrable }) => {
        const answer = isRegistrable ? answers.get(name) : taken;
        // A registry that does not answer keeps nobody from seeing the others.
        return answer === undefined ? [] : [{ domain: name, ...shown(answer, price) }];
      }),
    };
  },

  async quoteRegistration({ services, call }, input) {
    const { database } = services;
    const { workspaceId } = call.actor;
    const name = normaliseDomainName(input.domain);
    if (name === null) {
      throw invalidRequest({
        path: 'domain',
        message: 'must be a domain name such as example.com',
      });
    }
    const price = requirePrice(name, await loadPrices(database, { workspaceId, names: [name] }));
    const answers = await availabilityOf(database, call, [name]);
    const answer = answers.get(name) ?? taken;
    const { totalYearsMax } = call.services.registrar.capabilitiesFor(name);
    const yearsMax = Math.min(limits.yearsMax, totalYearsMax ?? limits.yearsMax);
    const { registerCredits, ...rest } = shown(answer, price);
    return {
      domain: name,
      ...rest,
      quotes: Array.from({ length: yearsMax }, (_, index) => ({
        years: index + 1,
        credits: registerCredits * (index + 1),
        expiresAt: isoTime(extendExpiry(call.now, { years: index + 1, acceptedAt: call.now })),
      })),
      balance: centsToCredits(await balanceCents(database, workspaceId)),
    };
  },
} satisfies Partial<Handlers>;

const taken: RegistryAvailability = { available: false, premium: null };

async function allPrices(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<ReadonlyMap<string, Price>> {
  const rows = await reader.all(listPrices, { workspaceId });
  // Of one suffix, the workspace's own price comes second and wins.
  return new Map(
    rows.map((row) => [
      row.tld,
      { registerCredits: row.register_credits, renewCredits: row.renew_credits },
    ]),
  );
}

interface WantedName {
  readonly name: string;
  readonly price: Price;
  readonly isRegistrable: boolean;
}

/** A whole name is looked for by itself, a word under every suffix; null when it makes no name. */
function wantedNames(
  text: string,
  prices: ReadonlyMap<string, Price>,
): { label: string; names: WantedName[] } | null {
  const isPriced = (suffix: string) => prices.has(suffix);
  const whole = normaliseDomainName(text);
  const place = whole === null ? null : placeOf(whole, isPriced);
  const price = place === null ? undefined : prices.get(place.suffix);
  if (whole !== null && place !== null && price !== undefined) {
    const { isRegistrable } = place;
    return { label: whole.split('.')[0] ?? '', names: [{ name: whole, price, isRegistrable }] };
  }
  const label = toAsciiName(text.trim().split('.')[0]?.replaceAll(/\s+/g, '') ?? '');
  if (label === null || label.includes('.') || !isHostname(`${label}.com`)) return null;
  const names = [...prices]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([suffix, suffixPrice]) => {
      const name = `${label}.${suffix}`;
      const isRegistrable = placeOf(name, isPriced)?.isRegistrable === true;
      return { name, price: suffixPrice, isRegistrable };
    });
  return { label, names };
}

function rank(suffix: string): number {
  const index = popularSuffixes.indexOf(suffix);
  return index === -1 ? popularSuffixes.length : index;
}

/** One question for all; when that fails one for each, and only when none is answered it is a 503. */
async function availabilityOf(
  reader: HostmasterReader,
  call: Call,
  names: readonly string[],
): Promise<ReadonlyMap<string, RegistryAvailability>> {
  if (names.length === 0) return new Map();
  const { registrar, rules } = call.services;
  const ask = (some: readonly string[]) =>
    askRegistry(registrar.check(some), rules.registryQuestionMs);
  const [held, answers] = await Promise.all([
    reader.all(findHeldNames, { names: JSON.stringify(names) }),
    ask(names).catch(async (error: unknown) => {
      if (names.length === 1) throw error;
      const each = await Promise.allSettled(names.map((name) => ask([name])));
      if (each.every(({ status }) => status === 'rejected')) throw error;
      return each.map((one) => (one.status === 'fulfilled' ? one.value[0] : undefined));
    }),
  ]);
  const heldNames = new Set(held.map((row) => row.name));
  return new Map(
    names.flatMap((name, index) => {
      const answer = heldNames.has(name) ? taken : answers[index];
      return answer === undefined ? [] : [[name, answer] as const];
    }),
  );
}

function shown({ available, premium }: RegistryAvailability, price: Price) {
  const credits = (kind: 'registration' | 'renewal') =>
    centsToCredits(termCostCents({ kind, years: 1, price, premium }));
  return {
    available,
    isPremium: premium !== null,
    registerCredits: credits('registration'),
    renewCredits: credits('renewal'),
  };
}
