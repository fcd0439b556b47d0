/**
 * The DS records that a zone of another operator asks for by its CDS and CDNSKEY records, validated as RFC
 * 7344, section 4.1, and RFC 8078 say. Pure: the answers of one nameserver lead to one offer, or to a fault.
 */
import {
  DnsFormatError,
  dnskeyCodec,
  type Message,
  Name,
  presentRdata,
  type ResourceRecord,
  rcodes,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import { keyTag } from '@hostmaster/dns/dnssec';
import { presentSigner, readSigner, signerOf } from '../../zones/delegation-signers.ts';
import { setAt, signaturesOf, validSignatures } from '../../zones/signed-set.ts';
import { keyOf, readDs } from './foreign-ds.ts';

/** The answers of one nameserver about the apex, with signatures. */
export interface CdsAnswers {
  readonly keys: Message;
  readonly cds: Message;
  readonly cdnskeys: Message;
}

/** What a nameserver publishes of one type, as text, in order. */
export interface PublishedCds {
  readonly cds: readonly string[];
  readonly cdnskeys: readonly string[];
}

export interface OfferedDs extends PublishedCds {
  /** As text, in order; none: the zone asks for the end of all (RFC 8078, section 4). */
  readonly ds: readonly string[];
  /** The data of the DNSKEY records of the zone. */
  readonly served: readonly Uint8Array[];
  /** The inception of the signatures, in seconds. */
  readonly signedAtSeconds: number;
}

/** Why an offer does not count: what follows the name of the server in a sentence. */
export class CdsFault extends Error {
  override readonly name = 'CdsFault';
}

export interface CdsTrust {
  /** The DS records that the registry has; null where it has none, and those offered stand for them. */
  readonly anchors: readonly string[] | null;
  readonly nowSeconds: number;
}

type RecordData = Pick<ResourceRecord, 'type' | 'rdata'>;

/** As many as the owner may give. */
const recordsMax = 8;
/** More of them would make a check long, and no operator has so many. */
const keysMax = 16;
const signaturesMax = 8;
const removal = { cds: '0 0 0 00', cdnskey: '0 3 0 AA==' } as const;
const zoneKeyFlag = 0x0100;
const revokedFlag = 0x0080;
const dnssecProtocol = 3;

/** Null where the zone has neither CDS nor CDNSKEY records. Throws CdsFault. */
export function readCds(domain: string, answers: CdsAnswers, trust: CdsTrust): OfferedDs | null {
  try {
    return readOffer(domain, answers, trust);
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    throw new CdsFault('publishes a record that cannot be read');
  }
}

/** What is published, before it is validated. Throws CdsFault and DnsFormatError. */
export function publishedCds({
  cds,
  cdnskeys,
}: {
  readonly cds: readonly RecordData[];
  readonly cdnskeys: readonly RecordData[];
}): PublishedCds {
  for (const records of [cds, cdnskeys]) {
    if (records.length <= recordsMax) continue;
    const type = typeName(records[0]?.type ?? 0);
    throw new CdsFault(
      `publishes ${records.length} ${type} records; at most ${recordsMax} are followed`,
    );
  }
  const textsOf = (records: readonly RecordData[]) => [
    ...new Set(records.map((each) => presentRdata(each))),
  ];
  return {
    cds: textsOf(cds)
      .map((text) => text.toUpperCase())
      .sort(),
    cdnskeys: textsOf(cdnskeys).sort(),
  };
}

function readOffer(domain: string, answers: CdsAnswers, trust: CdsTrust): OfferedDs | null {
  const { keys, cds, cdnskeys } = answers;
  for (const { rcode, authoritative } of [keys, cds, cdnskeys]) {
    if (rcode !== rcodes.NOERROR || !authoritative) throw new CdsFault('does not serve the domain');
  }
  const name = Name.parse(domain);
  const asked = { cds: { name, type: rrTypes.CDS }, cdnskeys: { name, type: rrTypes.CDNSKEY } };
  const cdnskeyRecords = setAt(cdnskeys.answers, asked.cdnskeys);
  const published = publishedCds({
    cds: setAt(cds.answers, asked.cds),
    cdnskeys: cdnskeyRecords,
  });
  if (published.cds.length + published.cdnskeys.length === 0) return null;
  const ds = offeredDs(domain, published, cdnskeyRecords);
  const zone = new SignedApex(domain, keys, trust.nowSeconds);
  const { served } = zone;
  // Nothing is asked for that the registry has.
  if (trust.anchors === null && ds.length === 0) {
    return { ...published, ds, served, signedAtSeconds: 0 };
  }
  const trusted = zone.keysOf(trust.anchors ?? ds);
  zone.requireSigned(keys, rrTypes.DNSKEY, trusted);
  const inceptions = [
    ...(published.cds.length === 0 ? [] : [zone.requireSigned(cds, rrTypes.CDS, trusted)]),
    ...(published.cdnskeys.length === 0
      ? []
      : [zone.requireSigned(cdnskeys, rrTypes.CDNSKEY, trusted)]),
  ];
  zone.requireReachable(ds);
  return { ...published, ds, served, signedAtSeconds: Math.min(...inceptions) };
}

/** The DS records that both sets ask for. Throws where they disagree, or a record is not accepted. */
function offeredDs(
  domain: string,
  { cds, cdnskeys }: PublishedCds,
  cdnskeyRecords: readonly ResourceRecord[],
): readonly string[] {
  if (cds.includes(removal.cds) || cdnskeys.includes(removal.cdnskey)) {
    const isAlone =
      cds.every((text) => text === removal.cds) &&
      cdnskeys.every((text) => text === removal.cdnskey);
    if (!isAlone) throw new CdsFault('asks for the removal of the DS records and for others');
    return [];
  }
  const keys = cdnskeyRecords.map(({ rdata }) => rdata);
  const ofKeys = [...new Set(keys.map((key) => presentSigner(signerOf(domain, key))))];
  const ds = cds.length === 0 ? ofKeys : cds;
  for (const text of ds) {
    const read = readDs(text);
    if ('problem' in read) throw new CdsFault(`asks for a DS record that ${read.problem}`);
  }
  if (cds.length > 0 && keys.length > 0) {
    const keysOfCds = cds.map((text) => keyOf(domain, text, keys));
    const agree = !keysOfCds.includes(undefined) && keys.every((key) => keysOfCds.includes(key));
    if (!agree) throw new CdsFault('publishes CDS and CDNSKEY records of different keys');
  }
  return [...ds].sort();
}

/** The keys of a zone, and what they have signed. */
class SignedApex {
  readonly #domain: string;
  readonly #name: Name;
  readonly #keys: Message;
  readonly #dnskeys: readonly ResourceRecord[];
  readonly #nowSeconds: number;

  constructor(domain: string, keys: Message, nowSeconds: number) {
    this.#domain = domain;
    this.#name = Name.parse(domain);
    this.#keys = keys;
    this.#nowSeconds = nowSeconds;
    this.#dnskeys = setAt(keys.answers, { name: this.#name, type: rrTypes.DNSKEY });
    if (this.#dnskeys.length > keysMax) {
      throw new CdsFault(
        `publishes ${this.#dnskeys.length} DNSKEY records; at most ${keysMax} are read`,
      );
    }
  }

  get served(): readonly Uint8Array[] {
    return this.#dnskeys.map(({ rdata }) => rdata);
  }

  /** Those that these DS records lead to. */
  keysOf(ds: readonly string[]): readonly ResourceRecord[] {
    const found = new Set(ds.map((text) => keyOf(this.#domain, text, this.served)));
    const keys = this.#dnskeys.filter(({ rdata }) => found.has(rdata) && isZoneKey(rdata));
    const tags = new Set(keys.map(({ rdata }) => keyTag(rdata)));
    if (tags.size < keys.length) throw new CdsFault('publishes two keys with the same key tag');
    return keys;
  }

  /** The newest inception of its valid signatures. */
  requireSigned({ answers }: Message, type: number, dnskeys: readonly ResourceRecord[]): number {
    const place = { name: this.#name, type };
    if (signaturesOf(answers, place).length > signaturesMax) {
      throw new CdsFault(`publishes more than ${signaturesMax} signatures of a set`);
    }
    const by = { dnskeys, nowSeconds: this.#nowSeconds };
    const valid = validSignatures(answers, place, by);
    if (valid.length === 0) {
      throw new CdsFault(
        `publishes ${typeName(type)} records without a valid signature of a key that the DS records lead to`,
      );
    }
    return Math.max(...valid.map(({ inception }) => inception));
  }

  /** Resolvers may use any algorithm of the DS records: each needs a key that signs the DNSKEY set. */
  requireReachable(ds: readonly string[]): void {
    for (const algorithm of new Set(ds.map((text) => readSigner(text).algorithm))) {
      const keys = this.keysOf(ds.filter((text) => readSigner(text).algorithm === algorithm));
      const by = { dnskeys: keys, nowSeconds: this.#nowSeconds };
      const place = { name: this.#name, type: rrTypes.DNSKEY };
      if (validSignatures(this.#keys.answers, place, by).length > 0) continue;
      throw new CdsFault(
        'asks for DS records that would make the domain unreachable: the zone is not signed with a key of them',
      );
    }
  }
}

function isZoneKey(rdata: Uint8Array): boolean {
  const { flags, protocol } = dnskeyCodec.decode(rdata);
  const isOfZone = (flags & zoneKeyFlag) !== 0 && (flags & revokedFlag) === 0;
  return isOfZone && protocol === dnssecProtocol;
}
