/**
 * Keys of another operator that stand beside the own one, so that a domain moves between the two without being
 * unsigned (RFC 8901, docs/adr/0051): what is accepted, and what it begins.
 */

import type { ResourceRecord } from '@hostmaster/dns';
import {
  dnskeyCodec,
  GrammarError,
  Name,
  parseRdata,
  presentRdata,
  rrTypes,
} from '@hostmaster/dns';
import { ecdsaP256, isPublicKey, isSignerOf, ZoneKey } from '@hostmaster/dns/dnssec';
import { type FieldProblem, invalidRequest, Refusal } from '../../base/errors.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { type Delegation, phaseWithoutForeignKeys } from '../../domains/dnssec-phase.ts';
import { isEntryPoint, isForeign, isOwn } from '../../domains/keys-with-ds.ts';
import { happened } from '../../facts/fact.ts';
import { beginSigning } from '../../publication/begin-signing.ts';
import {
  enterPhase,
  foreignKeyRows,
  retireForeignKeys,
  sendAgain,
} from '../../publication/dnssec-change.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import { readSigner } from '../../zones/delegation-signers.ts';
import type { Call } from '../operation.ts';
import { begun, type ShownKey } from './dnssec-view.ts';
import { requireReady, unavailable } from './require-ready.ts';

/** The data of the DNSKEY records, in the order given. Throws with the problem of each. */
export function parseForeignKeys(texts: readonly string[]): readonly Uint8Array[] {
  const problems: FieldProblem[] = [];
  const accepted: Uint8Array[] = [];
  for (const [index, text] of texts.entries()) {
    const path = `foreignKeys[${index}]`;
    const read = readKey(text);
    if (typeof read === 'string') problems.push({ path, message: read });
    else if (has(accepted, read)) problems.push({ path, message: 'repeats a key of this list' });
    else accepted.push(read);
  }
  if (problems.length === 0 && texts.length > 0 && !accepted.some(isEntry)) {
    const message = 'must have a key with the flags 257, whose DS record the registry gets';
    problems.push({ path: 'foreignKeys', message });
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw invalidRequest(first, ...others);
  return accepted;
}

/** The problem as text. */
function readKey(text: string): Uint8Array | string {
  let rdata: Uint8Array;
  try {
    rdata = parseRdata(rrTypes.DNSKEY, text);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return error.message;
  }
  const { flags, protocol, algorithm, publicKey } = dnskeyCodec.decode(rdata);
  if (flags !== 256 && flags !== 257) return `has the flags ${flags}; a zone key has 256 or 257`;
  if (protocol !== 3) return `has the protocol ${protocol}; it is always 3`;
  if (algorithm !== ecdsaP256) {
    return `has the algorithm ${algorithm}; both operators have to sign with the same one, here 13 (RFC 8901)`;
  }
  if (!isPublicKey(algorithm, publicKey)) {
    return 'has a public key that is none of its algorithm: 64 octets, a point on the curve P-256';
  }
  return rdata;
}

/** What the answer shows, and what is written. */
export interface DecidedKeys {
  readonly domain: Domain;
  readonly row: DomainDnssec;
  readonly keys: readonly ShownKey[];
  readonly change: Change;
}

interface Loaded {
  readonly domain: Domain;
  readonly row: DomainDnssec | undefined;
  readonly keys: readonly ShownKey[];
  readonly delegation: Delegation;
  /** What the records of the customer publish at the apex of a zone that is not signed here. */
  readonly apex: readonly ResourceRecord[];
}

export function decideForeignKeys(
  call: Call,
  loaded: Loaded,
  given: readonly Uint8Array[],
): DecidedKeys {
  const { domain, row, keys } = loaded;
  if (row === undefined) {
    throw unavailable(
      'DNSSEC of this domain is off. Turn it on first; where another operator signs the domain, send its DS records (`ds`) first.',
    );
  }
  if (given.length === 0) return decideRemoval(call, { ...loaded, row });
  const known = keys.filter(isForeign);
  if (known.length > 0) {
    const isSame = known.length === given.length && known.every(({ dnskey }) => has(given, dnskey));
    const isLeaving = known.some(({ stage }) => stage === 'foreign_retired');
    if (isSame && !isLeaving) return { ...loaded, row, change: noChange };
    throw unavailable(
      'Other keys of another operator are published. Remove them first (`foreignKeys: []`), and add the new ones when the phase is `on`.',
    );
  }
  if (row.phase !== 'on') {
    throw unavailable(
      'Keys of another operator can be added while the phase of DNSSEC is `on`. `GET …/dnssec` shows what it waits for.',
    );
  }
  refuseOwn(keys, given);
  requireReady(call, domain);
  return row.foreignDs === null
    ? addBesideOwn(call, { ...loaded, row }, given)
    : comeIn(call, { ...loaded, row }, { given, foreignDs: row.foreignDs });
}

type Signed = Loaded & { readonly row: DomainDnssec };

/** The zone is signed here, and gets the keys of the operator that it goes to. */
function addBesideOwn(
  call: Call,
  { domain, row, keys }: Signed,
  given: readonly Uint8Array[],
): DecidedKeys {
  const { now } = call;
  const phase = 'publishing_foreign_keys';
  const stage = 'foreign_prepared';
  return {
    domain,
    row: { ...row, ...begun, phase, since: now },
    keys: [...keys, ...given.map((dnskey) => ({ id: '', dnskey, stage }) as const)],
    change: combine(
      {
        rows: foreignKeyRows(domain.id, given, { stage, now }),
        facts: [added(call, domain, given)],
      },
      enterPhase(domain, phase, { now }),
    ),
  };
}

/** Another operator signs the zone, whose DS records stay; it is signed here, too, with its keys beside ours. */
function comeIn(
  call: Call,
  { domain, row, apex }: Signed,
  {
    given,
    foreignDs,
  }: { readonly given: readonly Uint8Array[]; readonly foreignDs: readonly string[] },
): DecidedKeys {
  if (domain.zone.signing !== 'off') {
    throw unavailable(
      'The signatures of this domain are being deleted. Try again in a few minutes.',
    );
  }
  requireAnchored(domain.name, foreignDs, given);
  const { services, now } = call;
  const { secrets } = services;
  const { soaDefaults } = services.rules;
  const key = ZoneKey.generate();
  const phase = 'signing';
  const stage = 'foreign';
  const unsigned = { foreignDs: null, foreignKeys: null } as const;
  return {
    domain: domains.changed(domain, { signing: 'listing' }),
    row: { ...row, ...begun, ...unsigned, phase, since: now },
    keys: [
      { id: '', dnskey: key.dnskey, stage: 'current' },
      ...given.map((dnskey) => ({ id: '', dnskey, stage }) as const),
    ],
    change: combine(
      beginSigning(domain, apex, { key, secrets, soaDefaults, now }),
      {
        rows: foreignKeyRows(domain.id, given, { stage, now }),
        facts: [added(call, domain, given)],
      },
      enterPhase(domain, phase, { now, ...unsigned, signedSerial: null }),
      // The DS records are made of the keys from now on.
      sendAgain(domain),
    ),
  };
}

/** Each DS record of the registry has to stay one of a published key: resolvers depend on one of them. */
function requireAnchored(
  domain: string,
  foreignDs: readonly string[],
  given: readonly Uint8Array[],
): void {
  const zone = Name.parse(domain);
  const lost = foreignDs.find((text) => {
    const signer = readSigner(text);
    const digest = Uint8Array.from(Buffer.from(signer.digest, 'hex'));
    return !given.some(
      (dnskey) => isEntry(dnskey) && isSignerOf({ type: 'DS', ...signer, digest }, zone, dnskey),
    );
  });
  if (lost === undefined) return;
  const message = `has no key with the flags 257 of the DS record ${lost}, which the registry has`;
  throw new Refusal(
    'dnssec_unavailable',
    `\`foreignKeys\` ${message}. Send all DNSKEY records of the other operator.`,
    { fields: [{ path: 'foreignKeys', message }] },
  );
}

/** Only the nameservers of this service answer, or will. */
function decideRemoval(call: Call, loaded: Signed): DecidedKeys {
  const { domain, row, keys, delegation } = loaded;
  const unchanged = { ...loaded, change: noChange };
  if (!keys.some(isForeign)) return unchanged;
  if (delegation !== 'here') {
    throw unavailable(
      'Nameservers of another operator answer for this domain, and need its keys. Change the nameservers to those of this service first; or turn DNSSEC off here, and the other operator goes on alone.',
    );
  }
  const phase = phaseWithoutForeignKeys(row.phase);
  if (phase === null) return unchanged;
  const { now } = call;
  const isAtOnce = phase === 'removing_foreign_keys';
  const fact = { kind: 'dnssec.foreign_keys_removing', domain: domain.name } as const;
  return {
    domain,
    row: { ...row, ...begun, phase, since: now },
    keys: isAtOnce
      ? keys.map((key) => (isForeign(key) ? { ...key, stage: 'foreign_retired' } : key))
      : keys,
    change: combine(
      { rows: isAtOnce ? retireForeignKeys(keys) : [], facts: [happened(call, fact)] },
      enterPhase(domain, phase, { now }),
    ),
  };
}

function added(call: Call, { name: domain }: Domain, given: readonly Uint8Array[]) {
  const dnskeys = given.map((rdata) => presentRdata({ type: rrTypes.DNSKEY, rdata }));
  return happened(call, { kind: 'dnssec.foreign_keys_added', domain, dnskeys });
}

function refuseOwn(keys: readonly ShownKey[], given: readonly Uint8Array[]): void {
  const own = keys.filter(isOwn).map(({ dnskey }) => dnskey);
  const index = given.findIndex((dnskey) => has(own, dnskey));
  if (index === -1) return;
  throw invalidRequest({ path: `foreignKeys[${index}]`, message: 'is the key of this service' });
}

function isEntry(dnskey: Uint8Array): boolean {
  return isEntryPoint({ dnskey });
}

function has(keys: readonly Uint8Array[], key: Uint8Array): boolean {
  return keys.some((each) => Buffer.compare(each, key) === 0);
}
