/** What each error says about itself. */
export interface ErrorDefinition {
  readonly status: number;
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
}
