/** Numbers of things, with the separators that the browser's language uses. */

/** "1 record", "2,000 records". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;
}

/** "2,000 records added, 1 removed"; zero counts are left out. */
export function countedRecords(
  counts: readonly (readonly [count: number, verb: string])[],
): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, verb], index) =>
      index === 0 ? `${counted(count, 'record')} ${verb}` : `${count.toLocaleString()} ${verb}`,
    )
    .join(', ');
}
