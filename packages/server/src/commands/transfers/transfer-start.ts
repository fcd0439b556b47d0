/** hostmaster transfer start and retry. The auth code comes from standard input or a prompt. */
import type { Command } from 'commander';
import { centsToCredits } from '../../base/money.ts';
import { transferCostCents } from '../../domains/pricing.ts';
import { requireDomainName } from '../../operations/registration/registrable-name.ts';
import { createTransfer, offerTransfer } from '../../operations/transfers/create-transfer.ts';
import { updateTransfer } from '../../operations/transfers/update-transfer.ts';
import {
  type CommandContext,
  type StoreFlags,
  storeCommand,
  type WorkspaceFlags,
  withStores,
  withWorkspace,
  workspaceCommand,
} from '../command.ts';
import { waitUntil } from '../domains/domain-change.ts';
import { readJson, readSecret } from '../input.ts';
import { operate, operatorCall, refusing, requireBody } from '../operate.ts';
import { addMaxCredits, agreePrice, type PriceFlags } from '../prices/agree-price.ts';
import { printTransfer, requireTransfer } from './transfer-view.ts';

interface StartFlags extends WorkspaceFlags, PriceFlags {
  readonly contact: string;
  readonly autoRenew?: boolean;
  readonly privacy?: boolean;
}

export function addTransferStart(transfer: Command): void {
  addMaxCredits(
    workspaceCommand(transfer, 'start', 'transfer a domain from another registrar')
      .argument('<domain>')
      .requiredOption('--contact <file>', 'the registrant, as JSON')
      .option('--auto-renew', 'renew the domain automatically')
      .option('--privacy', 'hide the registrant in WHOIS'),
  )
    .addHelpText('after', '\nThe auth code is read from standard input.')
    .action(start);
  storeCommand(transfer, 'retry', 'request a transfer again, with another auth code')
    .argument('<id>', 'id of the transfer')
    .addHelpText('after', '\nThe auth code is read from standard input.')
    .action(retry);
}

async function start(domain: string, flags: StartFlags): Promise<void> {
  const contact = readJson(flags.contact);
  const authCode = await readSecret('auth code');
  const order = requireBody('createTransfer', {
    domain,
    authCode,
    contact,
    autoRenew: flags.autoRenew === true,
    privacyEnabled: flags.privacy === true,
  });
  await withWorkspace(flags, async (context, { id: workspaceId }) => {
    const credits = await priceOf(context, workspaceId, domain);
    const offer = `The transfer of ${domain} costs ${credits} credits.`;
    const input = { ...order, maxCredits: await agreePrice(flags, { credits, offer }) };
    const { transfer } = await operate(context, workspaceId, { operation: createTransfer, input });
    await follow(context, transfer.id, flags);
  });
}

async function priceOf(
  context: CommandContext,
  workspaceId: string,
  domain: string,
): Promise<number> {
  const call = await operatorCall(context, workspaceId);
  const offer = await refusing(async () =>
    offerTransfer(context.database, call, requireDomainName(domain)),
  );
  return centsToCredits(transferCostCents(offer));
}

async function retry(transferId: string, flags: StoreFlags): Promise<void> {
  const { authCode } = requireBody('updateTransfer', { authCode: await readSecret('auth code') });
  await withStores(flags, async (context) => {
    const { workspaceId } = await requireTransfer(context, transferId);
    const input = { transferId, authCode };
    await operate(context, workspaceId, { operation: updateTransfer, input });
    await follow(context, transferId, flags);
  });
}

/** Until the registry has answered the request. */
async function follow(context: CommandContext, id: string, flags: StoreFlags): Promise<void> {
  await waitUntil(context, async () => (await requireTransfer(context, id)).status !== 'pending');
  printTransfer(flags, await requireTransfer(context, id));
}
