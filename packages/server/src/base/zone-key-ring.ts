/** How zones are signed: their private keys, opened. Opening one takes longer than signing with it, so they are kept. */
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

  open(sealed: string): ZoneKey {
    const known = this.#keys.get(sealed);
    if (known !== undefined) return known;
    if (this.#secrets === null) throw new Error('This store was opened without a secret file.');
    const key = ZoneKey.fromPem(decrypted(this.#secrets, sealed));
    this.#keys.set(sealed, key);
    return key;
  }
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
