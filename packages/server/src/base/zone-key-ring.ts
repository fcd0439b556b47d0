/** How zones are signed: their private keys, opened. Opening one takes longer than signing with it, so they are kept. */
import { compareBytes } from '@hostmaster/dns';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { LRUCache } from 'lru-cache';
import { Refusal } from './errors.ts';
import type { SecretBox } from './secret-box.ts';

const keysMax = 1_000;

export class ZoneKeyRing {
  readonly #secrets: Pick<SecretBox, 'open'> | null;
  /** Zones of up to this many records have a digest of the whole zone; 0: none has. */
  readonly digestRecordsMax: number;
  readonly #keys = new LRUCache<string, ZoneKey>({ max: keysMax });

  /** Without secrets no key can be opened: for stores of other processes and of tests. */
  constructor(secrets: Pick<SecretBox, 'open'> | null, digestRecordsMax = 0) {
    this.#secrets = secrets;
    this.digestRecordsMax = digestRecordsMax;
  }

  open(stored: SealedKey): ZoneKey {
    const known = this.#keys.get(stored.privateKey);
    if (known !== undefined) return requireMatch(known, stored);
    if (this.#secrets === null) throw new Error('This store was opened without a secret file.');
    const key = openZoneKey(this.#secrets, stored);
    this.#keys.set(stored.privateKey, key);
    return key;
  }
}

export interface SealedKey {
  readonly privateKey: string;
  /** The data of its DNSKEY record. */
  readonly dnskey: Uint8Array;
}

/** Refused with a reason where it cannot be decrypted, or is another key. */
export function openZoneKey(secrets: Pick<SecretBox, 'open'>, stored: SealedKey): ZoneKey {
  return requireMatch(ZoneKey.fromPem(decrypted(secrets, stored.privateKey)), stored);
}

function decrypted(secrets: Pick<SecretBox, 'open'>, sealed: string): string {
  try {
    return secrets.open(sealed);
  } catch (cause) {
    throw new Refusal(
      'storage_unavailable',
      'The key of this zone cannot be decrypted, so that its records cannot be changed. The operator has to restore the secret file. Without it, turn DNSSEC off, which needs no key.',
      { cause },
    );
  }
}

/** Resolvers would reject what another key has signed. */
function requireMatch(key: ZoneKey, { dnskey }: SealedKey): ZoneKey {
  if (compareBytes(key.dnskey, dnskey) === 0) return key;
  throw new Refusal(
    'storage_unavailable',
    'The private key of this zone is not the one of its DNSKEY record, so that its records cannot be changed. The operator has to restore it from a backup. Without it, turn DNSSEC off, which needs no key.',
  );
}
