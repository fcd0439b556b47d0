/**
 * Loads may await nothing but their own queries. One that waits for anything else holds a transaction,
 * and with it the writer and the rows that it has locked.
 */

export class LoadUnsettled extends Error {
  override readonly name = 'LoadUnsettled';

  constructor() {
    super('A load awaited something other than its own queries.');
  }
}

/** Never rejects. A load that has not settled in time counts as rejected by LoadUnsettled. */
export async function settleLoads<Loaded>(
  loads: readonly Promise<Loaded>[],
  msMax: number,
): Promise<readonly PromiseSettledResult<Loaded>[]> {
  const results: PromiseSettledResult<Loaded>[] = loads.map(() => ({
    status: 'rejected',
    reason: new LoadUnsettled(),
  }));
  const settled = loads.map(async (load, index) => {
    try {
      results[index] = { status: 'fulfilled', value: await load };
    } catch (reason) {
      results[index] = { status: 'rejected', reason };
    }
  });
  const timeOut = Promise.withResolvers<void>();
  const timer = setTimeout(timeOut.resolve, msMax);
  await Promise.race([Promise.all(settled), timeOut.promise]);
  clearTimeout(timer);
  // A load that settles after all changes nothing any more.
  return [...results];
}
