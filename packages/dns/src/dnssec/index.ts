/** Signing and checking zones (DNSSEC: RFC 4033 to 4035, RFC 6605, RFC 8976). Needs node:crypto. */
export {
  hidesBelow,
  isDelegation,
  isSignedType,
  listedTypes,
  type NameTypes,
} from './authority.ts';
export { type ChainName, namesWithAuthority } from './chain-names.ts';
export { delegationSigner, isSignerOf, sha256Digest } from './delegation-signer.ts';
export { type ChainEdit, type ChainInput, editChain } from './edit-chain.ts';
export { keyTag } from './key-tag.ts';
export { nsecRecord, signZone, type ZoneSigning } from './sign-zone.ts';
export { isPublicKey, isSigned, type SignatureFault, signatureFault } from './verify-set.ts';
export { sha384Hash, simpleScheme, zoneDigest } from './zone-digest.ts';
export { ecdsaP256, type Validity, ZoneKey } from './zone-key.ts';
