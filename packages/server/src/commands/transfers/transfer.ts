/** hostmaster transfer: transfers from other registrars. */
import type { Command } from 'commander';
import { cancelTransfer } from '../../operations/transfers/cancel-transfer.ts';
import { isOpenTransfer, transferView } from '../../operations/transfers/own-transfer.ts';
import {
  listAllTransfersIn,
  listTransfersIn,
} from '../../storage/queries/transfers/transfers-in.ts';
import { requireWorkspace, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { waitUntil } from '../domains/domain-change.ts';
import { operate } from '../operate.ts';
import { printTable } from '../print.ts';
import { addTransferStart } from './transfer-start.ts';
import { jsonOf, printTransfer, requireTransfer } from './transfer-view.ts';

const shownMax = 200;

interface ListFlags extends StoreFlags {
  readonly workspace?: string;
  readonly open?: boolean;
}

export function registerTransfer(program: Command): void {
  const transfer = program
    .command('transfer')
    .description('start, inspect and cancel transfers from other registrars');
  addTransferStart(transfer);
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
    const input = { transferId: id };
    await operate(context, transfer.workspaceId, { operation: cancelTransfer, input });
    // The registry may have decided otherwise before.
    await waitUntil(context, async () => !isOpenTransfer(await requireTransfer(context, id)));
    printTransfer(flags, await requireTransfer(context, id));
  });
}
