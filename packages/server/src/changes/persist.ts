/** Persists the change of a decision. Everything that changes something comes through here. */

import type { HostmasterDatabase, HostmasterReader, Schema } from '../storage/schema.ts';
import type { Work } from '../storage/work.ts';
import type { SignedDifference } from '../zone-data/sign-difference.ts';
import type { Change } from './change.ts';
import { signZones } from './sign-zones.ts';
import { writesOf } from './writes-of.ts';

export interface ChangeWork<Loaded, Answer>
  extends Pick<Work<Schema, Loaded, Answer>, 'keys' | 'owner' | 'commit'> {
  /** Reads, with their locks; it writes nothing and awaits nothing else. */
  load(reader: HostmasterReader): Promise<Loaded>;
  decide(loaded: Loaded): Decided<Answer>;
}

export interface Decided<Answer> {
  readonly answer: Answer;
  readonly change: Change;
  /** What is stored for a repeated request; absent: the answer. */
  readonly stored?: object;
}

/** The part of a database that changes anything. */
export type ChangeStore = Pick<HostmasterDatabase, 'change' | 'zoneKeys'>;

/** What a decision says, and what the store writes for it in zones that are signed. */
interface Prepared<Answer> {
  readonly decided: Decided<Answer>;
  readonly signed: ReadonlyMap<string, SignedDifference>;
}

/** The refusal of a decision, which is thrown where the store expects it. */
interface Refused {
  readonly refusal: unknown;
}

/**
 * The decision follows its load at once, because signing needs the rows around the names that it
 * touches: what it publishes in a signed zone is signed with what the same transaction has read.
 */
export function persist<Loaded, Answer>(
  database: ChangeStore,
  work: ChangeWork<Loaded, Answer>,
): Promise<Answer> {
  return database.change<Prepared<Answer> | Refused, Answer>({
    keys: work.keys,
    owner: work.owner,
    commit: work.commit,
    async load(reader) {
      const loaded = await work.load(reader);
      let decided: Decided<Answer>;
      try {
        decided = work.decide(loaded);
      } catch (refusal) {
        return { refusal };
      }
      const signed = await signZones(reader, database.zoneKeys, decided.change.zones ?? []);
      return { decided, signed };
    },
    decide(prepared) {
      if ('refusal' in prepared) throw prepared.refusal;
      const { decided, signed } = prepared;
      return { answer: decided.answer, writes: writesOf(decided.change, signed) };
    },
  });
}

/** What a change of one workspace says besides its steps. */
export function ofWorkspace(
  workspaceId: string,
  commit: 'shared' | 'alone' = 'shared',
): Pick<ChangeWork<unknown, unknown>, 'keys' | 'owner' | 'commit'> {
  return { keys: [`workspace ${workspaceId}`], owner: workspaceId, commit };
}

/** Types the steps of a change that is carried out elsewhere. */
export function changeWork<Loaded, Answer>(
  work: ChangeWork<Loaded, Answer>,
): ChangeWork<Loaded, Answer> {
  return work;
}

/** Persists a change that depends on nothing stored. */
export function persistChange(database: ChangeStore, change: Change): Promise<void> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: async () => undefined,
    decide: () => ({ answer: undefined, change }),
  });
}
