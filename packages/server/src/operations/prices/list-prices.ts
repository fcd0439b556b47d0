/** GET /v1/prices: what the suffixes cost this workspace, in alphabetical order. */
import { readOperation } from '../operation.ts';
import { loadAllOffers } from './load-prices.ts';

export const listPrices = readOperation('listPrices', async (reader, call) => {
  const prices = await loadAllOffers(reader, call);
  return {
    prices: [...prices].map(([suffix, price]) => {
      const offered = call.services.registrar.capabilitiesFor(`name.${suffix}`);
      return {
        suffix,
        register: price.registerCredits,
        renew: price.renewCredits,
        transfer: offered.transfers ? (price.transferCredits ?? price.renewCredits) : null,
        restore: offered.redemption ? (price.restoreCredits ?? null) : null,
      };
    }),
  };
});
