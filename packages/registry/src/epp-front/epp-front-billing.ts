/** What registrations and renewals over EPP cost, and the deposit they are taken from. */
import { EppRefusal, type FeeReceipt } from '@hostmaster/epp';
import { behaviourOf } from '../behaviours.ts';
import { isSuccess, type RegistryReply, resultCode } from '../registry-reply.ts';
import type { FrontAccounts } from './epp-front-accounts.ts';
import { type FeePolicy, type Purchase, receiptFor, requireFee } from './epp-front-fees.ts';

export interface Billed {
  readonly reply: RegistryReply;
  readonly receipt: { readonly fee?: FeeReceipt };
  readonly amount: number;
}

/** Refuses what the deposit does not cover, and debits what was done, also when its reply is lost. */
export async function bill(
  { accounts, ...policy }: FeePolicy & { readonly accounts: FrontAccounts },
  purchase: Purchase & { readonly clientId: string },
  execute: () => Promise<RegistryReply>,
): Promise<Billed> {
  const { clientId } = purchase;
  const amount = requireFee(policy, purchase);
  const { isUnfunded } = behaviourOf(purchase.name.toLowerCase());
  if (isUnfunded || (accounts.depositOf(clientId) ?? amount) < amount) {
    throw new EppRefusal(resultCode.billingFailure, 'The deposit does not cover this command.');
  }
  const reply = await execute();
  if (isSuccess(reply)) accounts.debit(clientId, amount);
  const balance = accounts.depositOf(clientId);
  const receipt = receiptFor(amount, { isAgreed: purchase.fee !== undefined, balance });
  return { reply, receipt, amount };
}
