/** Persists the change of a decision. Everything that changes something comes through here. */

import type { HostmasterDatabase, HostmasterReader, Schema } from '../storage/schema.ts';
import type { Work } from '../storage/work.ts';
import { assertSignable } from './assert-signable.ts';
import type { Change } from './change.ts';
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

/** The refusal of a decision, which is thrown where the store expects it. */
interface Refused {
  readonly refusal: unknown;
}

/**
 * The decision follows its load at once, because what it publishes in a signed zone may be refused for
 * rows around the names that it touches. It is signed last before the commit, once for all changes of the
 * zone that share it (raise-serials.ts).
 */
export function persist<Loaded, Answer>(
  database: ChangeStore,
  work: ChangeWork<Loaded, Answer>,
): Promise<Answer> {
  return database.change<Decided<Answer> | Refused, Answer>({
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
      await assertSignable(reader, decided.change.zones ?? []);
      return decided;
    },
    decide(decided) {
      if ('refusal' in decided) throw decided.refusal;
      return { answer: decided.answer, writes: writesOf(decided.change, database.zoneKeys) };
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
