/** How API keys and TSIG keys end: one is revoked, or it expires and an event says so. */
import { newId } from '../base/ids.ts';
import { type Change, noChange } from '../changes/change.ts';
import type { ChangeWork } from '../changes/persist.ts';
import type { Fact } from '../facts/fact.ts';
import type { RowWrite } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Actor, type Revoker, revokerIn, systemActor } from './actor.ts';
import { type KeyLifetime, keyState } from './key-state.ts';

export type Revocation = 'revoked' | 'already revoked' | 'unknown';

/** Where one key is stored. */
interface KeyPlace<Key> {
  /** No other change of the key runs meanwhile. */
  readonly lock: string;
  load(reader: HostmasterReader): Promise<Key | undefined>;
}

interface RevocableKey {
  readonly workspaceId: string;
  readonly revokedAt: number | null;
  readonly createdBy: string | null;
}

/** A key of another workspace is unknown. */
export function revocation<Key extends RevocableKey>(
  place: KeyPlace<Key>,
  revoker: Revoker,
  revoke: (key: Key, actor: Actor) => Change,
): ChangeWork<Key | undefined, Revocation> {
  return {
    ...aloneAt(place),
    decide(key) {
      const actor = key === undefined ? null : revokerIn(revoker, key);
      if (key === undefined || actor === null) return { answer: 'unknown', change: noChange };
      if (key.revokedAt !== null) return { answer: 'already revoked', change: noChange };
      return { answer: 'revoked', change: revoke(key, actor) };
    },
  };
}

interface ExpiringKey extends KeyLifetime {
  readonly workspaceId: string;
  readonly expiryNotedAt: number | null;
}

/** The event about a key that has expired, unless it was written or the key was revoked. */
export function expiryNote<Key extends ExpiringKey>(
  place: KeyPlace<Key>,
  /** `at`: calendar time, for the event. */
  { at, now }: { readonly at: number; readonly now: number },
  note: (key: Key) => { readonly row: RowWrite; readonly fact: Fact },
): ChangeWork<Key | undefined, void> {
  return {
    ...aloneAt(place),
    decide(key) {
      if (key === undefined || key.expiryNotedAt !== null || keyState(key, now) !== 'expired') {
        return { answer: undefined, change: noChange };
      }
      const { row, fact } = note(key);
      const actor = systemActor(key.workspaceId, 'keys');
      const change = { rows: [row], facts: [{ id: newId('act'), at, actor, fact }] };
      return { answer: undefined, change };
    },
  };
}

function aloneAt<Key>({ lock, load }: KeyPlace<Key>) {
  return { keys: [lock], owner: '', commit: 'alone' as const, load };
}
