/** The private keys of zones, opened. Opening one takes longer than signing with it, so they are kept. */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { LRUCache } from 'lru-cache';
import type { SecretBox } from './secret-box.ts';

const keysMax = 1_000;

export class ZoneKeyRing {
  readonly #secrets: Pick<SecretBox, 'open'> | null;
  readonly #keys = new LRUCache<string, ZoneKey>({ max: keysMax });

  /** Without secrets no key can be opened: for stores of other processes and of tests. */
  constructor(secrets: Pick<SecretBox, 'open'> | null) {
    this.#secrets = secrets;
  }

  open(sealed: string): ZoneKey {
    const known = this.#keys.get(sealed);
    if (known !== undefined) return known;
    if (this.#secrets === null) throw new Error('This store was opened without a secret file.');
    const key = ZoneKey.fromPem(this.#secrets.open(sealed));
    this.#keys.set(sealed, key);
    return key;
  }
}
