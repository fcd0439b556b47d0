/** hostmaster transfer: transfers from other registrars. */
import type { Command } from 'commander';
import { Refusal } from '../base/errors.ts';
import { cancelOpenTransfer } from '../operations/transfers/cancel-transfer.ts';
import {
  isOpenTransfer,
  type ShownTransfer,
  transferView,
} from '../operations/transfers/own-transfer.ts';
import {
  findTransferInById,
  listAllTransfersIn,
  listTransfersIn,
} from '../storage/queries/transfers-in.ts';
import {
  type CommandContext,
  CommandError,
  requireWorkspace,
  type StoreFlags,
  storeCommand,
  withStores,
} from './command.ts';
import { apply, waitUntil } from './domain-change.ts';
import { print, printTable } from './print.ts';

const shownMax = 200;

interface ListFlags extends StoreFlags {
  readonly workspace?: string;
  readonly open?: boolean;
}

export function registerTransfer(program: Command): void {
  const transfer = program
    .command('transfer')
    .description('inspect and cancel transfers from other registrars');
  storeCommand(transfer, 'list', 'list transfers, newest first')
    .option('--workspace <workspace>', 'only those of this workspace')
    .option('--open', 'only transfers that are still open')
    .action(list);
  storeCommand(transfer, 'show', 'show one transfer')
    .argument('<id>', 'id of the transfer')
    .action(show);
  storeCommand(transfer, 'cancel', 'cancel a transfer and refund it')
    .argument('<id>', 'id of the transfer')
    .action(cancel);
}

async function list(flags: ListFlags): Promise<void> {
  await withStores(flags, async (context) => {
    const { database } = context;
    const limit = shownMax;
    const found =
      flags.workspace === undefined
        ? await database.all(listAllTransfersIn, { limit })
        : await database.all(listTransfersIn, {
            workspaceId: (await requireWorkspace(context, flags.workspace)).id,
            before: '~',
            limit,
          });
    const transfers = flags.open === true ? found.filter(isOpenTransfer) : found;
    printTable(
      flags,
      { transfers: transfers.map(jsonOf) },
      {
        head: ['ID', 'DOMAIN', 'STATUS', 'SINCE', 'REASON'],
        rows: transfers.map(transferView).map((shown) => {
          const { id, domain, status, updatedAt, reason } = shown;
          return [id, domain, status, updatedAt, reason ?? ''];
        }),
        empty: 'There are no transfers.',
      },
    );
  });
}

async function show(id: string, flags: StoreFlags): Promise<void> {
  await withStores(flags, async (context) => {
    printTransfer(flags, await requireTransfer(context, id));
  });
}

async function cancel(id: string, flags: StoreFlags): Promise<void> {
  await withStores(flags, async (context) => {
    const transfer = await requireTransfer(context, id);
    const links = { publicUrl: context.config.publicUrl };
    await apply(context, transfer, (tx, call) =>
      cancelOpenTransfer(tx, call, { transferId: id, links }),
    ).catch((error: unknown) => {
      throw error instanceof Refusal ? new CommandError(error.message) : error;
    });
    // The registry may have decided otherwise before.
    await waitUntil(context, async () => !isOpenTransfer(await requireTransfer(context, id)));
    printTransfer(flags, await requireTransfer(context, id));
  });
}

async function requireTransfer({ database }: CommandContext, id: string): Promise<ShownTransfer> {
  const found = await database.first(findTransferInById, { id });
  if (found === undefined) throw new CommandError(`There is no transfer ${id}.`);
  return found;
}

function printTransfer(flags: StoreFlags, transfer: ShownTransfer): void {
  const shown = transferView(transfer);
  print(flags, { transfer: jsonOf(transfer) }, [
    `${shown.id}: ${shown.domain}, ${shown.status}, workspace ${transfer.workspaceId}`,
    `Ordered:  ${shown.createdAt}`,
    `Changed:  ${shown.updatedAt}`,
    `Charged:  ${shown.creditsCharged} credits`,
    ...(shown.reason === null ? [] : [`Reason:   ${shown.reason}`]),
    ...(shown.action === null ? [] : [`Action:   ${shown.action}`]),
  ]);
}

function jsonOf(transfer: ShownTransfer) {
  return { ...transferView(transfer), workspaceId: transfer.workspaceId };
}
