/**
 * Tells a failure of one name from a failure of the whole registry: a command that fails for several
 * names, and for none of them succeeds, is an outage and says nothing about any name.
 */

/** One other failing name may be as broken as this one; more of them are an outage. */
const othersMax = 1;
const namesMax = 100;

export class FailingNames {
  /** By command: the names it has failed for since it last worked. */
  readonly #byCommand = new Map<string, Set<string>>();

  /** The registry carried the command out, or refused it for a reason. */
  worked(command: string): void {
    this.#byCommand.delete(command);
  }

  /** Returns whether the failure is this name's own. */
  failed(command: string, name: string): boolean {
    const names = this.#byCommand.get(command) ?? new Set();
    this.#byCommand.set(command, names);
    if (names.size < namesMax) names.add(name);
    return [...names].filter((each) => each !== name).length <= othersMax;
  }
}
