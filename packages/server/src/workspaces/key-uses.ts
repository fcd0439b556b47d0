/** Collects the times of last use of keys in memory and writes them periodically, not per request. */
import { persistChange } from '../changes/persist.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';

export class KeyUses {
  readonly #database: HostmasterDatabase;
  #lastUsedAtByKeyId = new Map<string, number>();

  constructor(database: HostmasterDatabase) {
    this.#database = database;
  }

  note(keyId: string, at: number): void {
    this.#lastUsedAtByKeyId.set(keyId, at);
  }

  async flush(): Promise<void> {
    if (this.#lastUsedAtByKeyId.size === 0) return;
    const lastUsedAtByKeyId = Object.fromEntries(this.#lastUsedAtByKeyId);
    this.#lastUsedAtByKeyId = new Map();
    const rows = [statement('setLastUses', { lastUsedAtByKeyId })];
    await persistChange(this.#database, { rows });
  }
}
