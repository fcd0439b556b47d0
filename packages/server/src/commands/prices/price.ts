/** hostmaster price: what suffixes cost, in general or for one workspace. */
import { readList } from '@hostmaster/storage';
import type { Command } from 'commander';
import { newId } from '../../base/ids.ts';
import { persistChange } from '../../changes/persist.ts';
import { isHostname, toAsciiName } from '../../domains/host-labels.ts';
import {
  isPrice,
  priceCreditsMax,
  reservedTldOf,
  setPrice,
} from '../../operations/prices/set-price.ts';
import type { Registrar } from '../../registrars/registrar.ts';
import { listPrices } from '../../storage/queries/prices/prices.ts';
import {
  CommandError,
  requireWorkspace,
  type StoreFlags,
  storeCommand,
  withStores,
} from '../command.ts';
import { print, printTable } from '../print.ts';

interface ListFlags extends StoreFlags {
  readonly workspace?: string;
}

interface SetFlags extends ListFlags {
  readonly tld: string;
  readonly register: string;
  readonly renew: string;
  readonly restore?: string;
  readonly transfer?: string;
}

export function registerPrice(program: Command): void {
  const price = program.command('price').description('manage prices, in whole credits per year');
  storeCommand(price, 'list', 'list prices')
    .option('--workspace <workspace>', 'prices for this workspace')
    .action(list);
  storeCommand(price, 'set', 'set the price of a suffix; an unknown suffix becomes available')
    .requiredOption('--tld <suffix>', 'for example com or co.uk')
    .requiredOption('--register <credits>', 'per year')
    .requiredOption('--renew <credits>', 'per year')
    .option('--restore <credits>', 'for one restore of a deleted domain; not offered until set')
    .option('--transfer <credits>', 'for one transfer from another registrar; as renewal until set')
    .option('--workspace <workspace>', 'only for this workspace')
    .action(set);
}

async function list(flags: ListFlags): Promise<void> {
  const rows = await withStores(flags, async (context) => {
    const workspace =
      flags.workspace === undefined ? null : await requireWorkspace(context, flags.workspace);
    return readList(context.database, listPrices, { workspaceId: workspace?.id ?? '' });
  });
  const restores = new Map<string, number>();
  const transfers = new Map<string, number>();
  for (const { tld, restoreCredits, transferCredits } of rows) {
    if (restoreCredits !== null) restores.set(tld, restoreCredits);
    if (transferCredits !== null) transfers.set(tld, transferCredits);
  }
  const effective = new Map(rows.map((row) => [row.tld, row]));
  const prices = [...effective.values()].map((row) => {
    const restore = restores.get(row.tld);
    const transfer = transfers.get(row.tld);
    return {
      tld: row.tld,
      register: row.registerCredits,
      renew: row.renewCredits,
      ...(restore === undefined ? {} : { restore }),
      ...(transfer === undefined ? {} : { transfer }),
      isOwn: row.workspaceId !== '',
    };
  });
  const hasRestores = restores.size > 0;
  const hasTransfers = transfers.size > 0;
  printTable(
    flags,
    { prices },
    {
      head: [
        'TLD',
        'REGISTER',
        'RENEW',
        ...(hasRestores ? ['RESTORE'] : []),
        ...(hasTransfers ? ['TRANSFER'] : []),
        '',
      ],
      rows: prices.map((price) => [
        price.tld,
        price.register,
        price.renew,
        ...(hasRestores ? [price.restore ?? ''] : []),
        ...(hasTransfers ? [price.transfer ?? ''] : []),
        price.isOwn ? 'this workspace only' : '',
      ]),
    },
  );
}

async function set(flags: SetFlags): Promise<void> {
  const tld = parseSuffix(flags.tld);
  const register = parsePrice('--register', flags.register);
  const renew = parsePrice('--renew', flags.renew);
  const others = {
    ...(flags.restore === undefined ? {} : { restore: parsePrice('--restore', flags.restore) }),
    ...(flags.transfer === undefined ? {} : { transfer: parsePrice('--transfer', flags.transfer) }),
  };
  const answer = await withStores(flags, async (context) => {
    const workspace =
      flags.workspace === undefined ? null : await requireWorkspace(context, flags.workspace);
    refuseReserved(tld, context.registrar);
    const { registrar } = context;
    const call = { now: await context.now(), operationId: newId('act'), registrar };
    await persistChange(
      context.database,
      setPrice(call, {
        workspaceId: workspace?.id ?? null,
        suffix: tld,
        registerCredits: register,
        renewCredits: renew,
        ...(others.restore === undefined ? {} : { restoreCredits: others.restore }),
        ...(others.transfer === undefined ? {} : { transferCredits: others.transfer }),
      }),
    );
    const price = { tld, register, renew, ...others, workspace: workspace?.id ?? null };
    return { price, hasNameservers: context.offer.nameservers.length > 0 };
  });
  print(flags, { price: answer.price }, [
    `.${tld} costs ${register} credits to register and ${renew} to renew, per year${flags.workspace === undefined ? '' : `, for ${flags.workspace}`}.`,
    ...(others.restore === undefined ? [] : [`A restore costs ${others.restore} credits.`]),
    ...(others.transfer === undefined ? [] : [`A transfer costs ${others.transfer} credits.`]),
    ...(answer.hasNameservers
      ? []
      : ['Names are sold once HOSTMASTER_NAMESERVERS says which nameservers new domains get.']),
  ]);
}

function parseSuffix(text: string): string {
  const suffix = toAsciiName(text.trim().replace(/^\./, ''));
  if (suffix === null || !isHostname(suffix)) {
    throw new CommandError(`--tld must be a suffix such as com or co.uk, not "${text}".`);
  }
  return suffix;
}

function refuseReserved(suffix: string, registrar: Registrar): void {
  const reserved = reservedTldOf(suffix, registrar);
  if (reserved === null) return;
  throw new CommandError(
    `--tld: .${reserved} is reserved; only a registry with "testEnvironment" sells names under it.`,
  );
}

function parsePrice(flag: string, text: string): number {
  const credits = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (isPrice(credits)) return credits;
  throw new CommandError(
    `${flag} must be whole credits from 1 to ${priceCreditsMax}, not "${text}".`,
  );
}
