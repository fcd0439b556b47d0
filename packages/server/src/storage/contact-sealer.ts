/**
 * Encrypts registrant contacts at rest (docs/adr/0050). Both forms are read: JSON begins with a brace, a
 * sealed text never does. What is written stays JSON until no process of an earlier version runs.
 */
import type { Sealer } from '@hostmaster/storage';
import { Refusal } from '../base/errors.ts';
import type { SecretBox } from '../base/secret-box.ts';

export class ContactSealer implements Sealer {
  readonly #secrets: Pick<SecretBox, 'seal' | 'open'> | null;
  #isOn = false;

  /** Without secrets no contact can be opened: for stores of other processes and of tests. */
  constructor(secrets: Pick<SecretBox, 'seal' | 'open'> | null) {
    this.#secrets = secrets;
  }

  /** Whether contacts are written encrypted from now on. */
  turn(isOn: boolean): void {
    this.#isOn = isOn;
  }

  seal(text: string): string {
    return this.#isOn && this.#secrets !== null ? this.#secrets.seal(text) : text;
  }

  open(stored: string): string {
    if (stored.startsWith('{')) return stored;
    if (this.#secrets === null) throw new Error('This store was opened without a secret file.');
    try {
      return this.#secrets.open(stored);
    } catch (cause) {
      throw new Refusal(
        'storage_unavailable',
        'The contact of a registrant cannot be decrypted. The operator has to restore the secret file.',
        { cause },
      );
    }
  }
}
