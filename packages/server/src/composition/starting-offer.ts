/**
 * Production sells nothing that its operator has not decided: the prices and nameservers that the
 * service comes with are those of the sandbox. A deployment that has sold names goes on with them.
 */
import { persistChange } from '../changes/persist.ts';
import type { Config } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { readPriceOrigins } from '../storage/queries/prices/prices.ts';
import { findAnyDomain, findDomainOnNameservers } from '../storage/queries/settings/deployment.ts';
import { removeAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { prices } from '../storage/tables/prices/prices.ts';

export interface StartingOffer {
  /** Those of new domains; none while nothing is for sale. */
  readonly nameservers: readonly string[];
  /** What has to be set before names are sold. */
  readonly missing: readonly string[];
  /** What names are sold with although the operator has not set it. */
  readonly unset: readonly string[];
}

export async function startingOffer(
  database: HostmasterDatabase,
  { mode, nameservers }: Pick<Config, 'mode' | 'nameservers'>,
): Promise<StartingOffer> {
  if (mode === 'sandbox') return { nameservers, missing: [], unset: [] };
  const hasSold = (await database.first(findAnyDomain, {})) !== undefined;
  if (!hasSold) {
    await persistChange(database, { rows: [removeAll(prices, { isInitial: true })] });
  }
  const used = nameservers.length > 0 ? nameservers : await usedNameservers(database);
  const origins = await database.all(readPriceOrigins, {});
  const hasInitial = origins.some(({ isInitial }) => isInitial);
  return {
    nameservers: used,
    missing: [
      ...(used.length > 0 ? [] : ['HOSTMASTER_NAMESERVERS=ns1.example.net,ns2.example.net']),
      ...(origins.length > 0
        ? []
        : ['npx hostmaster price set --tld com --register 12 --renew 14']),
    ],
    unset: [
      ...(hasInitial
        ? [
            'some names are sold at prices that the service came with; hostmaster price list shows them',
          ]
        : []),
      ...(nameservers.length === 0 && used.length > 0
        ? [`HOSTMASTER_NAMESERVERS is not set; new domains get ${used.join(' and ')}`]
        : []),
    ],
  };
}

/** Until now production used those of the sandbox. */
async function usedNameservers(reader: HostmasterReader): Promise<readonly string[]> {
  const { name, parse, default: text } = settings.nameservers;
  const former = parse(text, name);
  const found = await reader.first(findDomainOnNameservers, {
    nameservers: JSON.stringify(former),
  });
  return found === undefined ? [] : former;
}
