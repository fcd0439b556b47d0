/** Sets the price of a suffix, for all workspaces or for one; an unknown suffix becomes available. */
import { unpriceableSuffixes } from '../domains/pricing.ts';
import type { Registrar } from '../registrars/registrar.ts';
import { setRestorePrice, setTransferPrice, upsertPrice } from '../storage/queries/prices.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { recordFact } from '../workspaces/activity.ts';
import { operatorActor } from '../workspaces/actor.ts';
import type { Call } from './operation.ts';

export const priceCreditsMax = 1_000_000;

/**
 * The reserved top-level domain a suffix is under; null when names under the suffix can be sold. Test
 * environments of registries sell names under reserved suffixes too.
 */
export function reservedTldOf(
  suffix: string,
  registrar: Pick<Registrar, 'capabilitiesFor'>,
): string | null {
  if (registrar.capabilitiesFor(`name.${suffix}`).isTestEnvironment) return null;
  const top = suffix.slice(suffix.lastIndexOf('.') + 1);
  return unpriceableSuffixes.includes(top) ? top : null;
}

export function isPrice(credits: number): boolean {
  return Number.isInteger(credits) && credits >= 1 && credits <= priceCreditsMax;
}

export async function setPrice(
  tx: HostmasterTx,
  call: Pick<Call, 'now' | 'operationId'> & { readonly registrar: Registrar },
  input: {
    /** Null means all. */
    readonly workspaceId: string | null;
    readonly suffix: string;
    readonly registerCredits: number;
    readonly renewCredits: number;
    /** Absent: as it is. */
    readonly restoreCredits?: number;
    /** Absent: as it is. */
    readonly transferCredits?: number;
  },
): Promise<void> {
  const { workspaceId, suffix: tld, registerCredits, renewCredits } = input;
  const { restoreCredits, transferCredits } = input;
  const isReserved = reservedTldOf(tld, call.registrar) !== null;
  const credits = [registerCredits, renewCredits, restoreCredits ?? 1, transferCredits ?? 1];
  if (isReserved || !credits.every(isPrice)) {
    throw new Error(`.${tld} cannot have this price.`);
  }
  await tx.run(upsertPrice, { workspaceId: workspaceId ?? '', tld, registerCredits, renewCredits });
  if (restoreCredits !== undefined) {
    await tx.run(setRestorePrice, { workspaceId: workspaceId ?? '', tld, restoreCredits });
  }
  if (transferCredits !== undefined) {
    await tx.run(setTransferPrice, { workspaceId: workspaceId ?? '', tld, transferCredits });
  }
  // Activity belongs to a workspace.
  if (workspaceId === null) return;
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: operatorActor(workspaceId),
    fact: { kind: 'price.set', suffix: tld, register: registerCredits, renew: renewCredits },
  });
}
