/** A value that is computed at its first use and kept: a change may be decided more than once. */
export function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}
