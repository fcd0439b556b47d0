/** DS records in the form that a registry takes and shows them: DS data, key data, or both together (RFC 5910). */
import {
  type DomainInfo,
  type DsData,
  isKeyData,
  type SecDnsData,
  type SecDnsUpdate,
} from '@hostmaster/epp';
import type { DelegationSigner } from '../../registrars/registrar.ts';
import { dnskeyOf, presentSigner, signerOf } from '../../zones/delegation-signers.ts';
import { Refused } from './outcomes.ts';
import type { RegistryConfig } from './registry-config.ts';

type Form = RegistryConfig['dnssecData'];

/** The DS record that the registry publishes. Of a key it may show the digest that it has chosen. */
export function signerFrom(name: string, data: SecDnsData, form: Form): DelegationSigner {
  if (isKeyData(data)) return signerOf(name, dnskeyOf(data));
  if (form === 'key' && data.key !== undefined) return signerOf(name, dnskeyOf(data.key));
  return dsOf(data);
}

/** Each DS record is removed or added on its own, so that one that stays is never absent. */
export function signerChanges(
  { dnssecData: form, maxSigLifeSeconds }: RegistryConfig,
  { name, dnssec: has }: Pick<DomainInfo, 'name' | 'dnssec'>,
  wants: readonly DelegationSigner[],
): SecDnsUpdate | null {
  const shown = has.map((data) => ({ data, text: presentSigner(signerFrom(name, data, form)) }));
  const wanted = wants.map((signer) => ({ signer, text: presentSigner(signer) }));
  const isIn = (some: readonly { readonly text: string }[], { text }: { readonly text: string }) =>
    some.some((each) => each.text === text);
  // As the registry shows them.
  const remove = shown.filter((each) => !isIn(wanted, each)).map(({ data }) => data);
  const add = wanted.filter((each) => !isIn(shown, each)).map(({ signer }) => dataOf(signer, form));
  if (remove.length + add.length === 0) return null;
  return {
    ...(remove.length === 0 ? {} : { remove }),
    ...(add.length === 0 ? {} : { add }),
    ...(add.length === 0 || maxSigLifeSeconds === null ? {} : { maxSigLifeSeconds }),
  };
}

function dataOf(signer: DelegationSigner, form: Form): SecDnsData {
  if (form === 'ds') return dsOf(signer);
  const { key } = signer;
  if (key === undefined) {
    const ds = presentSigner(signer);
    throw new Refused(
      2003,
      `The registry takes keys, and the key of the DS record ${ds} is not known`,
    );
  }
  return form === 'key' ? key : { ...dsOf(signer), key };
}

function dsOf({ keyTag, algorithm, digestType, digest }: DsData): DsData {
  return { keyTag, algorithm, digestType, digest };
}
