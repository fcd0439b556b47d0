/** The last millisecond of the UTC day. */
export function endOfDay(at: number): number {
  const dayMs = 86_400_000;
  return (Math.floor(at / dayMs) + 1) * dayMs - 1;
}
