/** The registry has deleted a live domain: it is released, and its owner can restore it for a time. */
import { beginRelease } from '../storage/queries/lifecycle.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { enqueueRelease } from './job-kinds.ts';

/** Expects the domain locked. False while a renewal is under way: it is refused and refunded first. */
export async function noteDeletion(
  tx: HostmasterTx,
  { domainId, beganAt }: { readonly domainId: string; readonly beganAt: number },
): Promise<boolean> {
  const begun = await tx.run(beginRelease, { id: domainId, beganAt });
  if (begun === 0) return false;
  enqueueRelease(tx, { domainId });
  return true;
}
