/** Persists the change of a decision. Everything that changes something comes through here. */

import type { HostmasterDatabase, HostmasterReader, Schema } from '../storage/schema.ts';
import type { Work } from '../storage/work.ts';
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

export function persist<Loaded, Answer>(
  database: Pick<HostmasterDatabase, 'change'>,
  work: ChangeWork<Loaded, Answer>,
): Promise<Answer> {
  return database.change<Loaded, Answer>({
    keys: work.keys,
    owner: work.owner,
    commit: work.commit,
    load: (reader) => work.load(reader),
    decide(loaded) {
      const { answer, change } = work.decide(loaded);
      return { answer, writes: writesOf(change) };
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
export function persistChange(
  database: Pick<HostmasterDatabase, 'change'>,
  change: Change,
): Promise<void> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'alone',
    load: async () => undefined,
    decide: () => ({ answer: undefined, change }),
  });
}
