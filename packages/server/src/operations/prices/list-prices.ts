/** GET /v1/prices: what the suffixes cost this workspace, in alphabetical order. */
import { limits } from '@hostmaster/contract';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { loadAllOffers } from './load-prices.ts';

export const listPrices = readOperation('listPrices', async (reader, call, input) => {
  const limit = input.limit ?? limits.pricesPageMax;
  const after = pageStart(input) ?? '';
  const offers = [...(await loadAllOffers(reader, call))];
  const page = offers.filter(([suffix]) => suffix > after).slice(0, limit);
  return {
    prices: page.map(([suffix, price]) => {
      const offered = call.services.registrar.capabilitiesFor(`name.${suffix}`);
      return {
        suffix,
        register: price.registerCredits,
        renew: price.renewCredits,
        transfer: offered.transfers ? (price.transferCredits ?? price.renewCredits) : null,
        restore: offered.redemption ? (price.restoreCredits ?? null) : null,
      };
    }),
    cursor: nextCursor(page, limit, ([suffix]) => suffix),
  };
});
