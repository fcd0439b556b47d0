/**
 * Asks every nameserver of a domain for its CDS and CDNSKEY records. Each host must answer, and all answers
 * must be the same. Where the registry has no DS record yet, the same records must be in a signed zone of
 * each host outside the domain (RFC 9615), as a resolver that validates sees it.
 */
import { DnsFormatError, GrammarError, Name, rrTypes } from '@hostmaster/dns';
import { addressesOf, askNameserver, type NameserverSource } from '../base/dns/ask-nameservers.ts';
import { askUpstream, type Upstream } from '../base/dns/ask-resolvers.ts';
import { OutsideCallError, outsideCall } from '../base/outside-call.ts';
import {
  CdsFault,
  type CdsTrust,
  type OfferedDs,
  type PublishedCds,
  publishedCds,
  readCds,
} from '../operations/dnssec/read-cds.ts';

export interface CdsSource extends NameserverSource {
  /** Resolvers whose AD bit is believed; null where none is configured. */
  readonly validators: Upstream | null;
}

export interface AskedDomain {
  readonly name: string;
  readonly nameservers: readonly string[];
}

export type FoundCds =
  /** Null: the nameservers publish none. */
  | { readonly kind: 'offer'; readonly offer: OfferedDs | null }
  /** Nothing that counts, and why, as a sentence. */
  | { readonly kind: 'fault'; readonly finding: string };

/** Where the first DS records would be followed, and no resolver can validate them. */
const withoutValidators =
  'The domain has no DS record yet, and this service has no resolver that could validate a first one. Enter the first DS records yourself.';

const totalMs = 30_000;

interface Answered {
  readonly host: string;
  readonly offer: OfferedDs | null;
}

/** Rejects with OutsideCallError when the service stops. */
export async function findCds(
  source: CdsSource,
  domain: AskedDomain,
  trust: CdsTrust,
): Promise<FoundCds> {
  const { stopping } = source.upstream;
  const limit = { peer: 'the nameservers', totalMs, stopping };
  try {
    return await outsideCall(limit, ({ signal }) => ask(stoppedBy(source, signal), domain, trust));
  } catch (error) {
    if (error instanceof CdsFault) return { kind: 'fault', finding: error.message };
    if (!(error instanceof OutsideCallError) || error.reason === 'stopped') throw error;
    return { kind: 'fault', finding: 'The nameservers did not answer in time.' };
  }
}

function stoppedBy(source: CdsSource, stopping: AbortSignal): CdsSource {
  const { upstream, validators } = source;
  return {
    ...source,
    upstream: { ...upstream, stopping },
    validators: validators === null ? null : { ...validators, stopping },
  };
}

async function ask(source: CdsSource, domain: AskedDomain, trust: CdsTrust): Promise<FoundCds> {
  const asked = await Promise.allSettled(
    domain.nameservers.map((host) => askHost(source, { host, domain: domain.name }, trust)),
  );
  const answered = asked.flatMap((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  const offer = agreed(answered);
  if (offer !== null && offer.ds.length > 0 && trust.anchors === null) {
    await requireSignals(source, domain, offer);
  }
  return { kind: 'offer', offer };
}

/** What each address of a host answers. Throws CdsFault with a sentence. */
async function askHost(
  source: CdsSource,
  { host, domain }: { readonly host: string; readonly domain: string },
  trust: CdsTrust,
): Promise<readonly Answered[]> {
  const addresses = await addressesOf(source, host);
  if (addresses.length === 0) throw new CdsFault(`${host} has no public address.`);
  const answered: Answered[] = [];
  for (const address of addresses) {
    const types = [rrTypes.DNSKEY, rrTypes.CDS, rrTypes.CDNSKEY];
    const replies = await askNameserver(source, address, { name: domain, types });
    const [keys, cds, cdnskeys] = replies ?? [];
    if (keys === undefined || cds === undefined || cdnskeys === undefined) continue;
    try {
      answered.push({ host, offer: readCds(domain, { keys, cds, cdnskeys }, trust) });
    } catch (error) {
      if (!(error instanceof CdsFault)) throw error;
      throw new CdsFault(`${host} ${error.message}.`);
    }
  }
  if (answered.length === 0) throw new CdsFault(`${host} did not answer.`);
  return answered;
}

/** The one offer of all servers, with the oldest of their signatures. */
function agreed(answered: readonly Answered[]): OfferedDs | null {
  const [first, ...others] = answered;
  if (first === undefined) throw new CdsFault('The domain has no nameservers.');
  for (const { host, offer } of others) {
    if (published(offer) === published(first.offer)) continue;
    throw new CdsFault(
      host === first.host
        ? `The addresses of ${host} publish different CDS records.`
        : `${first.host} and ${host} publish different CDS records.`,
    );
  }
  if (first.offer === null) return null;
  const inceptions = answered.map(({ offer }) => offer?.signedAtSeconds ?? 0);
  return { ...first.offer, signedAtSeconds: Math.min(...inceptions) };
}

/** In a form that can be compared. */
function published(sets: PublishedCds | null): string {
  return JSON.stringify(sets === null ? [[], []] : [sets.cds, sets.cdnskeys]);
}

/** The same records at the name that each host has for the domain (RFC 9615, section 4.2). */
async function requireSignals(
  { validators }: CdsSource,
  { name, nameservers }: AskedDomain,
  offer: OfferedDs,
): Promise<void> {
  if (validators === null) throw new CdsFault(withoutValidators);
  const hosts = nameservers.filter((host) => host !== name && !host.endsWith(`.${name}`));
  if (hosts.length === 0) {
    throw new CdsFault(
      'All nameservers are below the domain itself, so that first DS records cannot be validated. Enter them yourself.',
    );
  }
  const wanted = published(offer);
  for (const host of hosts) {
    const signal = `_dsboot.${name}._signal.${host}`;
    const found = await findSignal(validators, signal);
    if (found === null) {
      throw new CdsFault(`No resolver has validated the records at ${signal}.`);
    }
    if (found !== wanted) {
      throw new CdsFault(
        `The records at ${signal} differ from those that the nameservers publish.`,
      );
    }
  }
}

/** Null where they are not validated. */
async function findSignal(validators: Upstream, signal: string): Promise<string | null> {
  try {
    const host = Name.parse(signal);
    const [cds, cdnskeys] = await Promise.all(
      [rrTypes.CDS, rrTypes.CDNSKEY].map(async (type) => {
        const answer = await askUpstream(validators, { host, type, isValidated: true });
        return answer?.next === null ? answer.rdata.map((rdata) => ({ type, rdata })) : null;
      }),
    );
    if (cds == null || cdnskeys == null) return null;
    return published(publishedCds({ cds, cdnskeys }));
  } catch (error) {
    const isUnreadable = error instanceof DnsFormatError || error instanceof GrammarError;
    // Too many records, names that are too long, or records that cannot be read.
    if (isUnreadable || error instanceof CdsFault) return null;
    throw error;
  }
}
