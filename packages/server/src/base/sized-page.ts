/** Pages that are bounded in rows and in bytes: a page ends with the row that reaches its size. */

interface SizedPage {
  readonly limit: number;
  readonly bytes: number;
}

/** Whether a page has all that was left, so that none follows. */
export function isLastPage(
  rows: readonly { readonly size: number }[],
  { limit, bytes }: SizedPage,
): boolean {
  let total = 0;
  for (const { size } of rows) total += size;
  return rows.length < limit && total < bytes;
}
