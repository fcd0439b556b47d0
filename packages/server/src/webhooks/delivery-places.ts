/** How many webhooks of one workspace are served at once, so that slow ones leave room for others. */
export class WorkspaceSlots {
  readonly #running = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the function that leaves; null when there is no room. */
  enter(workspaceId: string): (() => void) | null {
    const running = this.#running.get(workspaceId) ?? 0;
    if (running >= this.#max) return null;
    this.#running.set(workspaceId, running + 1);
    return () => {
      const left = (this.#running.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#running.delete(workspaceId);
      else this.#running.set(workspaceId, left);
    };
  }
}
