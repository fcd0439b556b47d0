/** DNSSEC data at the front (RFC 5910): which form a registry demands, and how it stores and shows each. */
import { dnskeyCodec, Name } from '@hostmaster/dns';
import { delegationSigner } from '@hostmaster/dns/dnssec';
import {
  type DomainInfo,
  EppRefusal,
  isKeyData,
  type KeyData,
  type SecDnsData,
  type UpdateDomainRequest,
} from '@hostmaster/epp';
import type { ChangeObject } from '../registry-command.ts';
import { resultCode } from '../registry-reply.ts';
import type { DelegationSigner } from '../storage/tables/objects.ts';

export interface SignerRules {
  /** DS data, key data, or DS data with the key; default: DS data. */
  readonly dnssecData?: 'ds' | 'key' | 'both';
  /** Demands a lifetime of signatures (`maxSigLife`); default: it has no such thing. */
  readonly demandsSigLife?: boolean;
}

/** What is stored for new data in the form that this registry demands. */
export function signersOf(
  name: string,
  given: readonly SecDnsData[],
  { dnssecData = 'ds' }: SignerRules,
): readonly DelegationSigner[] {
  return given.map((data) => {
    if (isKeyData(data) !== (dnssecData === 'key'))
      throw new EppRefusal(resultCode.valuePolicy, demandOf[dnssecData]);
    if (isKeyData(data)) return signerOf(name, data);
    if (dnssecData === 'ds') return dsOnly(data);
    if (data.key === undefined) throw new EppRefusal(resultCode.missingParameter, demandOf.both);
    const { key } = data;
    const digest = digestOf(name, key, data.digestType);
    if (digest !== data.digest.toUpperCase()) {
      throw new EppRefusal(resultCode.valuePolicy, 'The digest is not of this key.');
    }
    return { ...dsOnly(data), key };
  });
}

const demandOf = {
  ds: 'Only the DS interface is offered.',
  key: 'Only the key interface is offered.',
  both: 'DS data must have the key with it.',
} as const;

/** The change that an update asks for. */
export function signerChange(
  { name, dnssec }: Pick<UpdateDomainRequest, 'name' | 'dnssec'>,
  rules: SignerRules,
): Pick<ChangeObject, 'dnssec'> {
  if (dnssec === undefined) return {};
  const { remove = [], add = [], maxSigLifeSeconds } = dnssec;
  const { demandsSigLife = false } = rules;
  if (maxSigLifeSeconds !== undefined && !demandsSigLife) {
    throw new EppRefusal(resultCode.unimplementedOption, 'maxSigLife is not offered.');
  }
  if (add.length > 0 && demandsSigLife && maxSigLifeSeconds === undefined) {
    throw new EppRefusal(resultCode.missingParameter, 'maxSigLife is required.');
  }
  // DS data is removed by its four fields, with or without the key.
  const removed = remove === 'all' ? remove : remove.map((data) => removedSigner(name, data));
  return { dnssec: { remove: removed, add: signersOf(name, add, rules) } };
}

function removedSigner(name: string, data: SecDnsData): DelegationSigner {
  return isKeyData(data) ? signerOf(name, data) : dsOnly(data);
}

/** In the form in which this registry takes it. */
export function describeSigners(
  signers: readonly DelegationSigner[],
  { dnssecData = 'ds' }: SignerRules,
): DomainInfo['dnssec'] {
  return signers.map(({ key, ...ds }) => {
    if (key === undefined || dnssecData === 'ds') return ds;
    return dnssecData === 'key' ? key : { ...ds, key };
  });
}

function signerOf(name: string, key: KeyData): DelegationSigner {
  const ds = delegationSigner(Name.parse(name), rdataOf(key));
  if (ds === null) throw new Error('The digest of a DS record is SHA-256.');
  const { keyTag, algorithm, digestType } = ds;
  return { keyTag, algorithm, digestType, digest: hexOf(ds.digest), key };
}

/** Null for a digest type that is not known. */
function digestOf(name: string, key: KeyData, digestType: number): string | null {
  const ds = delegationSigner(Name.parse(name), rdataOf(key), digestType);
  return ds === null ? null : hexOf(ds.digest);
}

function rdataOf({ publicKey, ...fields }: KeyData): Uint8Array {
  const octets = Uint8Array.from(Buffer.from(publicKey, 'base64'));
  return dnskeyCodec.encode({ type: 'DNSKEY', ...fields, publicKey: octets });
}

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex').toUpperCase();
}

function dsOnly({ keyTag, algorithm, digestType, digest }: DelegationSigner): DelegationSigner {
  return { keyTag, algorithm, digestType, digest };
}
