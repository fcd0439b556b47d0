/** The DS records of a zone's keys, as the registry gets them and as text. */
import { dnskeyCodec, Name } from '@hostmaster/dns';
import { delegationSigner, isSignerOf } from '@hostmaster/dns/dnssec';
import { isTurningOff } from '../domains/dnssec-phase.ts';
import { keysAtRegistry } from '../domains/keys-with-ds.ts';
import type { DelegationSigner } from '../registrars/registrar.ts';
import type { DomainDnssec, PublicKey } from '../storage/tables/domains/domain-dnssec.ts';
import type { ZoneKeyRow } from '../storage/tables/zones/zone-keys.ts';

export function signerOf(zone: string, dnskey: Uint8Array): DelegationSigner {
  const ds = delegationSigner(Name.parse(zone), dnskey);
  if (ds === null) throw new Error('The digest of a DS record is SHA-256.');
  const { keyTag, algorithm, digestType, digest } = ds;
  const hex = Buffer.from(digest).toString('hex').toUpperCase();
  return { keyTag, algorithm, digestType, digest: hex };
}

/** With its key, for registries that take keys. */
export function signerWithKey(
  zone: string,
  dnskey: Uint8Array,
): DelegationSigner & { readonly key: PublicKey } {
  const { flags, protocol, algorithm, publicKey } = dnskeyCodec.decode(dnskey);
  const key = { flags, protocol, algorithm, publicKey: Buffer.from(publicKey).toString('base64') };
  return { ...signerOf(zone, dnskey), key };
}

/** The data of a DNSKEY record. */
export function dnskeyOf({ publicKey, ...fields }: PublicKey): Uint8Array {
  const octets = Uint8Array.from(Buffer.from(publicKey, 'base64'));
  return dnskeyCodec.encode({ type: 'DNSKEY', ...fields, publicKey: octets });
}

export function presentSigner(signer: DelegationSigner): string {
  const { keyTag, algorithm, digestType, digest } = signer;
  return `${keyTag} ${algorithm} ${digestType} ${digest}`;
}

/** The reverse of `presentSigner`. */
export function readSigner(ds: string): DelegationSigner {
  const [keyTag, algorithm, digestType, digest = ''] = ds.split(' ');
  return {
    keyTag: Number(keyTag),
    algorithm: Number(algorithm),
    digestType: Number(digestType),
    digest,
  };
}

/** Those of another operator; `keys` are in the order of `ds`, where the registry needs them. */
function foreignSigners(
  ds: readonly string[],
  keys: readonly PublicKey[] | null,
): readonly DelegationSigner[] {
  return ds.map((text, at) => {
    const key = keys?.[at];
    return key === undefined ? readSigner(text) : { ...readSigner(text), key };
  });
}

/** Those that the registry must have in the phase of a domain; null: what it has stays as it is. */
export function wantedSigners(
  zone: string,
  { phase, foreignDs, foreignKeys }: Pick<DomainDnssec, 'phase' | 'foreignDs' | 'foreignKeys'>,
  keys: readonly Pick<ZoneKeyRow, 'dnskey' | 'stage'>[],
): readonly DelegationSigner[] | null {
  if (foreignDs === null) {
    const wanted = keysAtRegistry(phase, keys);
    return wanted?.map(({ dnskey }) => signerWithKey(zone, dnskey)) ?? null;
  }
  return isTurningOff(phase) ? [] : foreignSigners(foreignDs, foreignKeys);
}

/**
 * Whether a zone that has these DS records shows all wanted ones, and no others. A registry that takes keys
 * chooses the digest itself.
 */
export function areShown(
  zone: string,
  wanted: readonly DelegationSigner[],
  seen: readonly string[],
): boolean {
  const isOf = (text: string, signer: DelegationSigner) => {
    if (text === presentSigner(signer)) return true;
    if (signer.key === undefined) return false;
    const { digest, ...found } = readSigner(text);
    const octets = Uint8Array.from(Buffer.from(digest, 'hex'));
    return isSignerOf(
      { type: 'DS', ...found, digest: octets },
      Name.parse(zone),
      dnskeyOf(signer.key),
    );
  };
  return (
    wanted.every((signer) => seen.some((text) => isOf(text, signer))) &&
    seen.every((text) => wanted.some((signer) => isOf(text, signer)))
  );
}

/** In any order. */
export function areSameSigners(
  some: readonly DelegationSigner[],
  others: readonly DelegationSigner[],
): boolean {
  const texts = (signers: readonly DelegationSigner[]) => signers.map(presentSigner).sort().join();
  return texts(some) === texts(others);
}
