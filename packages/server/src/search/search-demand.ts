/** Searches tell the indexer of their process which workspaces have an index that is behind. */
export class SearchDemand {
  #listener: ((workspaceId: string) => void) | null = null;

  ask(workspaceId: string): void {
    this.#listener?.(workspaceId);
  }

  /** Null when nothing listens any more. */
  listen(listener: ((workspaceId: string) => void) | null): void {
    this.#listener = listener;
  }
}
