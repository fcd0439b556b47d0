/** The DS records of a zone's keys, as the registry gets them and as text. */
import { Name } from '@hostmaster/dns';
import { delegationSigner } from '@hostmaster/dns/dnssec';
import type { DelegationSigner } from '../registrars/registrar.ts';

export function signerOf(zone: string, dnskey: Uint8Array): DelegationSigner {
  const ds = delegationSigner(Name.parse(zone), dnskey);
  if (ds === null) throw new Error('The digest of a DS record is SHA-256.');
  const { keyTag, algorithm, digestType, digest } = ds;
  const hex = Buffer.from(digest).toString('hex').toUpperCase();
  return { keyTag, algorithm, digestType, digest: hex };
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

/** In any order. */
export function areSameSigners(
  some: readonly DelegationSigner[],
  others: readonly DelegationSigner[],
): boolean {
  const texts = (signers: readonly DelegationSigner[]) => signers.map(presentSigner).sort().join();
  return texts(some) === texts(others);
}
