/** One transfer from another registrar, as commands show it. */
import { type ShownTransfer, transferView } from '../../operations/transfers/own-transfer.ts';
import { findTransferInById } from '../../storage/queries/transfers/transfers-in.ts';
import { type CommandContext, CommandError, type StoreFlags } from '../command.ts';
import { print } from '../print.ts';

export async function requireTransfer(
  { database }: CommandContext,
  id: string,
): Promise<ShownTransfer> {
  const found = await database.first(findTransferInById, { id });
  if (found === undefined) throw new CommandError(`There is no transfer ${id}.`);
  return found;
}

export function printTransfer(flags: StoreFlags, transfer: ShownTransfer): void {
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

export function jsonOf(transfer: ShownTransfer) {
  return { ...transferView(transfer), workspaceId: transfer.workspaceId };
}
