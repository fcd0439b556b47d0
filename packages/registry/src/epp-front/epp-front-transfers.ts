/** Transfers between the accounts of the sandbox registry, as EPP asks for and answers them. */
import {
  type CommandContext,
  type EppBackend,
  EppRefusal,
  type TransferData,
  type TransferDomainRequest,
} from '@hostmaster/epp';
import { behaviourOf } from '../behaviours.ts';
import type { SandboxRegistry } from '../registry.ts';
import type { RegistryCommand } from '../registry-command.ts';
import { isSuccess, type RegistryReply, resultCode } from '../registry-reply.ts';
import type { ObjectTransfer } from '../storage/tables/objects.ts';
import type { FrontAccounts } from './epp-front-accounts.ts';
import { type Billed, bill } from './epp-front-billing.ts';
import type { FeePolicy } from './epp-front-fees.ts';

export interface TransferHandlerOptions extends FeePolicy {
  readonly registry: SandboxRegistry;
  readonly accounts: FrontAccounts;
}

export function transferHandler(
  options: TransferHandlerOptions,
): Pick<EppBackend, 'transferDomain'> {
  return {
    async transferDomain(request, context) {
      const name = request.name.toLowerCase();
      const { clientId } = context;
      if (request.op === 'query') {
        const question = { sponsor: clientId, name, authCode: request.authInfo };
        return { data: { transfer: await shown(options, question) } };
      }
      const { reply, receipt } = await execute(options, request, context);
      if (reply.code >= 2000) throw new EppRefusal(codeOf(name, reply), reply.message);
      const transfer = await shown(options, { sponsor: clientId, name });
      const pending = reply.code === resultCode.pending;
      return { data: { transfer, ...receipt }, pending };
    },
  };
}

/** Registries use several codes for a name that is not transferred yet. */
function codeOf(name: string, { code }: RegistryReply): number {
  const { rival } = behaviourOf(name);
  return code === resultCode.notTransferable && rival !== null ? rival.youngRefusal.code : code;
}

async function execute(
  { registry, ...billing }: TransferHandlerOptions,
  request: TransferDomainRequest,
  { clientId, svTRID, clTRID }: CommandContext,
): Promise<Pick<Billed, 'reply' | 'receipt'>> {
  const { op, authInfo: authCode, periodYears: years = 1, fee } = request;
  const command: RegistryCommand = {
    sponsor: clientId,
    transactionId: svTRID,
    clientTransactionId: clTRID,
    name: request.name.toLowerCase(),
  };
  if (op === 'query') throw new EppRefusal(resultCode.useError);
  if (op !== 'request') {
    return { reply: await registry.endTransfer({ ...command, op, authCode }), receipt: {} };
  }
  if (authCode === undefined) throw new EppRefusal(2003, 'A transfer needs the auth code.');
  const agreed = fee === undefined ? {} : { fee };
  const purchase = { ...agreed, command: 'transfer', name: command.name, years, clientId } as const;
  const billed = await bill(billing, purchase, () =>
    registry.requestTransfer({ ...command, authCode, years }),
  );
  const { reply, amount } = billed;
  if (isSuccess(reply)) billing.accounts.noteTransfer(svTRID, { clientId, amount });
  return billed;
}

async function shown(
  { registry, accounts }: Pick<TransferHandlerOptions, 'registry' | 'accounts'>,
  question: {
    readonly sponsor: string;
    readonly name: string;
    readonly authCode?: string | undefined;
  },
): Promise<TransferData> {
  const { name } = question;
  const transfer = await registry.transferOf(question);
  if (transfer === 'hidden') {
    const isGuess = question.authCode !== undefined;
    throw new EppRefusal(isGuess ? resultCode.wrongAuthCode : resultCode.notYours);
  }
  if (transfer !== null) {
    accounts.settleTransfer(transfer);
    return transferDataOf(name, transfer);
  }
  const isKnown = (await registry.info(name)) !== null;
  throw new EppRefusal(isKnown ? resultCode.notPendingTransfer : resultCode.doesNotExist);
}

export function transferDataOf(name: string, transfer: ObjectTransfer): TransferData {
  const { status, requestedBy, from } = transfer;
  const isEnded = status !== 'pending' && !status.endsWith('Approved');
  return {
    name,
    status,
    requestedBy,
    requestedAt: new Date(transfer.requestedAt),
    actedBy: status === 'clientCancelled' ? requestedBy : from,
    actsAt: new Date(transfer.actsAt),
    ...(isEnded ? {} : { expiresAt: new Date(transfer.expiresAt) }),
  };
}
