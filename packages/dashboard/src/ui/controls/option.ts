/** A choice of a list. */
export interface Option<V extends string> {
  readonly value: V;
  readonly label: string;
  /** A second line that explains the choice. */
  readonly hint?: string;
}

/** `{ never: 'Never', … }` as options, in its order. */
export function optionsOf<K extends string>(labels: Readonly<Record<K, string>>): Option<K>[] {
  return (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label }));
}
