/** DS records of a domain that another operator signs: what is accepted, and what would break the name. */
import { GrammarError, Name } from '@hostmaster/dns';
import { isSignerOf } from '@hostmaster/dns/dnssec';
import { recordGrammars } from '@hostmaster/dns/records';
import { type FieldProblem, invalidRequest, Refusal } from '../../base/errors.ts';
import type { GivenDs } from '../../publication/dnssec-change.ts';
import { presentSigner, readSigner, signerWithKey } from '../../zones/delegation-signers.ts';

/** Those that resolvers validate (RFC 8624). */
const algorithms: ReadonlySet<number> = new Set([5, 7, 8, 10, 13, 14, 15, 16]);
/** SHA-256 and SHA-384: RFC 8624 allows no other for new DS records. */
const digestTypes: ReadonlySet<number> = new Set([2, 4]);

/** As text in one form, in the order given. Throws with the problem of each. */
export function parseForeignDs(texts: readonly string[]): readonly string[] {
  const problems: FieldProblem[] = [];
  const accepted: string[] = [];
  for (const [index, text] of texts.entries()) {
    const path = `ds[${index}]`;
    const read = readDs(text);
    if ('problem' in read) problems.push({ path, message: read.problem });
    else if (accepted.includes(read.ds)) problems.push({ path, message: `repeats ${read.ds}` });
    else accepted.push(read.ds);
  }
  if (texts.length === 0) {
    problems.push({ path: 'ds', message: 'must have a DS record; DELETE removes them' });
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw invalidRequest(first, ...others);
  return accepted;
}

/** In one form, or why it is not accepted. */
export function readDs(text: string): { readonly ds: string } | { readonly problem: string } {
  let data: ReturnType<typeof dsOf>;
  try {
    data = dsOf(text);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return { problem: error.message };
  }
  if (!algorithms.has(data.algorithm)) {
    return { problem: `has the algorithm ${data.algorithm}, which resolvers do not validate` };
  }
  if (!digestTypes.has(data.digestType)) {
    return { problem: `has the digest type ${data.digestType}; use 2 (SHA-256) or 4 (SHA-384)` };
  }
  const digest = Buffer.from(data.digest).toString('hex').toUpperCase();
  return { ds: presentSigner({ ...data, digest }) };
}

function dsOf(text: string) {
  return recordGrammars.DS.parse(text, { origin: '' }).data;
}

/** `served` is the data of the DNSKEY records that the domain publishes; null where they are not known. */
export function requireServedKey(
  domain: string,
  ds: readonly string[],
  served: readonly Uint8Array[] | null,
): void {
  if (served === null) return;
  if (ds.some((text) => keyOf(domain, text, served) !== undefined)) return;
  const why =
    served.length === 0
      ? 'The nameservers of this domain publish no DNSKEY record, so that `ds` would make it unreachable. Sign the zone there first, or send `force: true`.'
      : '`ds` has no record of a key that the nameservers of this domain publish, and would make it unreachable. Compare them with the DNSKEY records, or send `force: true`.';
  // The field says that it is about these records, and that `force` helps.
  const fields = [{ path: 'ds', message: 'has no record of a key that the nameservers publish' }];
  throw new Refusal('dnssec_unavailable', why, { fields });
}

/**
 * The registry takes keys: each record must be of a published key, and the registry makes DS records of the
 * keys, with SHA-256. `force` cannot replace a key that is not known.
 */
export function requireKeys(
  domain: string,
  ds: readonly string[],
  served: readonly Uint8Array[] | null,
): GivenDs {
  if (served === null) {
    throw new Refusal(
      'dnssec_unavailable',
      'The registry of this domain takes keys, which are read from its nameservers, and no resolver has answered. Try again later.',
    );
  }
  const keys = ds.map((text, index) => {
    const key = keyOf(domain, text, served);
    if (key !== undefined) return key;
    const path = `ds[${index}]`;
    const message = 'is of no key that the nameservers publish';
    throw new Refusal(
      'dnssec_unavailable',
      `The registry of this domain takes keys, and \`${path}\` ${message}. Publish the key first.`,
      { fields: [{ path, message }] },
    );
  });
  const signers = [...new Set(keys)].map((key) => signerWithKey(domain, key));
  return { foreignDs: signers.map(presentSigner), foreignKeys: signers.map(({ key }) => key) };
}

/** The published key that a DS record is of. */
export function keyOf(
  domain: string,
  text: string,
  served: readonly Uint8Array[],
): Uint8Array | undefined {
  const zone = Name.parse(domain);
  const signer = readSigner(text);
  const digest = Uint8Array.from(Buffer.from(signer.digest, 'hex'));
  return served.find((key) => isSignerOf({ type: 'DS', ...signer, digest }, zone, key));
}
