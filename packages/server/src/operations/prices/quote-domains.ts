/**
 * POST /v1/domains/quote. A quote is what the purchase itself would hold, and a problem the refusal it
 * would meet, by the same rules; only the balance refuses nothing here.
 */
import { limits } from '@hostmaster/contract';
import { minuteMs } from '@hostmaster/contract/durations';
import { domainNotFound, invalidRequest, Refusal } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { findOffer, termCostCents, transferCostCents } from '../../domains/pricing.ts';
import { extendExpiry } from '../../domains/terms.ts';
import { balanceCents } from '../../ledger/balances.ts';
import { RegistryUnavailable } from '../../registrars/registrar.ts';
import { findDomainById } from '../../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { loadDomain } from '../loading.ts';
import { type ReadCall, readOperation } from '../operation.ts';
import { type Availability, checkAvailabilityOfSome } from '../registration/availability.ts';
import {
  type AskRegistry,
  type NameOffer,
  offerRegistration,
} from '../registration/offer-registration.ts';
import {
  requireAcceptedScript,
  requireAnyName,
  requireDomainName,
} from '../registration/registrable-name.ts';
import { offerRenewal } from '../renewal/offer-renewal.ts';
import { renewalCost } from '../renewal/renewal-cost.ts';
import { loadRestoreTerms, restoredYears, restoreOffer } from '../renewal/restore-cost.ts';
import { offerTransfer } from '../transfers/create-transfer.ts';
import { loadOffers, loadPrices } from './load-prices.ts';

type Kind = 'register' | 'renew' | 'transfer' | 'restore';

/** How long a client may show a quote; what it buys with is `maxCredits`. */
const validMs = 5 * minuteMs;

interface Quote {
  readonly amountCents: number;
  readonly isPremium: boolean;
  readonly firstYearCents: number;
  readonly laterYearsCents: number;
  readonly expiresAt: number | null;
}

interface Wanted {
  readonly years: number;
  readonly availability: Availability;
}

export const quoteDomains = readOperation('quoteDomains', async (reader, call, input) => {
  const { domains, kind = 'register', years = limits.yearsDefault } = input;
  const comesWithOne = kind === 'transfer' || kind === 'restore';
  if (comesWithOne && years !== 1) {
    throw invalidRequest({ path: 'years', message: `must be 1: a ${kind} comes with one year` });
  }
  const isNew = kind === 'register' || kind === 'transfer';
  const names = domains.flatMap((text) => normaliseDomainName(text) ?? []);
  const availability = isNew ? await askAbout(reader, call, names) : new Map();
  const wanted: Wanted = { years, availability };
  const [balance, outcomes] = await Promise.all([
    balanceCents(reader, call.actor.workspaceId),
    Promise.all(
      domains.map((domain) => quoteOrProblem(() => quoteOf[kind](reader, call, domain, wanted))),
    ),
  ]);
  const total = outcomes.reduce((sum, { quote }) => sum + (quote?.amountCents ?? 0), 0);
  const validUntil = isoTime(call.now + validMs);
  return {
    balance: centsToCredits(balance),
    total: centsToCredits(total),
    results: outcomes.map(({ quote, problem }, index) => ({
      domain: normaliseDomainName(domains[index] ?? '') ?? domains[index] ?? '',
      quote: quote === null ? null : { ...quoteView(quote, balance), validUntil },
      problem,
    })),
  };
});

const quoteOf: Readonly<
  Record<
    Kind,
    (reader: HostmasterReader, call: ReadCall, domain: string, wanted: Wanted) => Promise<Quote>
  >
> = {
  async register(reader, call, domain, { years, availability }) {
    const name = requireNewName(call, domain, 'register');
    const ask = answerFrom(availability, name);
    const offer = await offerRegistration(reader, call, { name, years }, ask);
    const year = termCostCents({ kind: 'registration', years: 1, ...offer });
    const expiresAt = extendExpiry(call.now, { years, acceptedAt: call.now });
    return { ...yearsOf(offer, year), amountCents: year * years, expiresAt };
  },

  async renew(reader, call, domainName, { years }) {
    const { domain, prices } = await loadOwn(reader, call, domainName);
    const { amountCents, expiresAt } = offerRenewal(call, domain, { years, prices });
    const year = amountCents / years;
    const isPremium = domain.registration.premium !== null;
    return { amountCents, isPremium, firstYearCents: year, laterYearsCents: year, expiresAt };
  },

  async transfer(reader, call, domain, { availability }) {
    const name = requireNewName(call, domain, 'transfer');
    const offer = await offerTransfer(reader, call, name, answerFrom(availability, name));
    const amountCents = transferCostCents(offer);
    return { ...yearsOf(offer, amountCents), amountCents, expiresAt: null };
  },

  async restore(reader, call, domainName) {
    const { domain, prices } = await loadOwn(reader, call, domainName);
    const { amountCents } = restoreOffer(call, domain, await loadRestoreTerms(reader, domain));
    return {
      amountCents,
      isPremium: domain.registration.premium !== null,
      firstYearCents: amountCents,
      laterYearsCents: renewalCost(domain, 1, prices) ?? 0,
      expiresAt: extendExpiry(domain.registration.expiresAt, {
        years: restoredYears,
        acceptedAt: call.now,
      }),
    };
  },
};

/** One question for all names; a registry that does not answer leaves out its own. */
async function askAbout(
  reader: HostmasterReader,
  call: ReadCall,
  names: readonly string[],
): Promise<Availability> {
  const prices = await loadOffers(reader, call, names);
  const sold = names.filter((name) => findOffer(name, prices)?.isRegistrable === true);
  return checkAvailabilityOfSome(reader, call, [...new Set(sold)]);
}

function answerFrom(availability: Availability, name: string): AskRegistry {
  return async () => {
    const answer = availability.get(name);
    if (answer === undefined) throw new RegistryUnavailable('left out of the answer');
    return answer;
  };
}

function requireNewName(call: ReadCall, domain: string, verb: 'register' | 'transfer'): string {
  requireAnyName(call, verb);
  const name = requireDomainName(domain);
  requireAcceptedScript(call, name);
  return name;
}

async function loadOwn(reader: HostmasterReader, call: ReadCall, domainName: string) {
  const { id, name } = await loadDomain(reader, call, domainName);
  const [domain, prices] = await Promise.all([
    reader.first(findDomainById, { id }),
    loadPrices(reader, { workspaceId: call.actor.workspaceId, names: [name] }),
  ]);
  if (domain === undefined) throw domainNotFound();
  return { domain, prices };
}

function yearsOf({ price, premium }: NameOffer, firstYearCents: number) {
  const laterYearsCents = termCostCents({ kind: 'renewal', years: 1, price, premium });
  return { isPremium: premium !== null, firstYearCents, laterYearsCents };
}

/** A refusal of one name is its problem; too many questions are one of the request. */
async function quoteOrProblem(quoting: () => Promise<Quote>) {
  try {
    return { quote: await quoting(), problem: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'too_many_questions') throw error;
    return { quote: null, problem: { code: error.code, message: error.message } };
  }
}

function quoteView(quote: Quote, balance: number) {
  return {
    credits: centsToCredits(quote.amountCents),
    isPremium: quote.isPremium,
    firstYear: centsToCredits(quote.firstYearCents),
    laterYears: centsToCredits(quote.laterYearsCents),
    expiresAt: quote.expiresAt === null ? null : isoTime(quote.expiresAt),
    affordable: quote.amountCents <= balance,
  };
}
