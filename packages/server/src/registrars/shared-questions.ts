/**
 * Questions by the workspace that asked and the names asked for, from the oldest to the newest.
 * Forgetting costs by the number of names forgotten: a Map that is iterated from its start passes
 * every entry that was deleted from it.
 */
interface Entry<Q> {
  readonly question: Q;
  readonly workspaceId: string;
  readonly names: readonly string[];
  next: Entry<Q> | null;
}

export class SharedQuestions<Q> {
  readonly #namesMax: number;
  readonly #byWorkspace = new Map<string, Map<string, Entry<Q>>>();
  #oldest: Entry<Q> | null = null;
  #newest: Entry<Q> | null = null;
  #nameCount = 0;

  constructor(namesMax: number) {
    this.#namesMax = namesMax;
  }

  /** Finds the question for one of the names of a workspace. */
  ofWorkspace(workspaceId: string): (name: string) => Q | undefined {
    const byName = this.#byWorkspace.get(workspaceId);
    return (name) => byName?.get(name)?.question;
  }

  /** Replaces older questions for these names. */
  add(
    question: Q,
    asked: { readonly workspaceId: string; readonly names: readonly string[] },
  ): void {
    const { workspaceId, names } = asked;
    const byName = this.#byWorkspace.get(workspaceId) ?? new Map<string, Entry<Q>>();
    this.#byWorkspace.set(workspaceId, byName);
    const entry: Entry<Q> = { question, workspaceId, names, next: null };
    for (const name of names) byName.set(name, entry);
    if (this.#newest === null) this.#oldest = entry;
    else this.#newest.next = entry;
    this.#newest = entry;
    this.#nameCount += names.length;
  }

  /** Forgets the oldest ones that are over, and as many as are too many. */
  forget(isOver: (question: Q) => boolean): void {
    for (let entry = this.#oldest; entry !== null; entry = entry.next) {
      if (this.#nameCount <= this.#namesMax && !isOver(entry.question)) return;
      this.#remove(entry);
    }
  }

  #remove(entry: Entry<Q>): void {
    const { workspaceId, names } = entry;
    const byName = this.#byWorkspace.get(workspaceId);
    for (const name of names) if (byName?.get(name) === entry) byName.delete(name);
    if (byName?.size === 0) this.#byWorkspace.delete(workspaceId);
    this.#nameCount -= names.length;
    this.#oldest = entry.next;
    if (entry.next === null) this.#newest = null;
  }
}
