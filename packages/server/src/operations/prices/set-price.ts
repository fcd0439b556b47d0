/** Sets the price of a suffix, for all workspaces or for one; an unknown suffix becomes available. */
import type { Change } from '../../changes/change.ts';
import { unpriceableSuffixes } from '../../domains/pricing.ts';
import { happened } from '../../facts/fact.ts';
import type { Registrar } from '../../registrars/registrar.ts';
import { type RowWrite, update } from '../../storage/row-write.ts';
import { statement } from '../../storage/statements.ts';
import { prices } from '../../storage/tables/prices/prices.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import type { Call } from '../operation.ts';

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

export function setPrice(
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
): Change {
  const { suffix: tld, registerCredits, renewCredits, restoreCredits, transferCredits } = input;
  const isReserved = reservedTldOf(tld, call.registrar) !== null;
  const credits = [registerCredits, renewCredits, restoreCredits ?? 1, transferCredits ?? 1];
  if (isReserved || !credits.every(isPrice)) {
    throw new Error(`.${tld} cannot have this price.`);
  }
  const price = { workspaceId: input.workspaceId ?? '', tld };
  const rows: readonly RowWrite[] = [
    statement('upsertPrice', { ...price, registerCredits, renewCredits }),
    ...(restoreCredits === undefined ? [] : [update(prices, price, { restoreCredits })]),
    ...(transferCredits === undefined ? [] : [update(prices, price, { transferCredits })]),
  ];
  // Activity belongs to a workspace.
  if (input.workspaceId === null) return { rows };
  const cause = { ...call, actor: operatorActor(input.workspaceId) };
  const fact = { suffix: tld, register: registerCredits, renew: renewCredits };
  return { rows, facts: [happened(cause, { kind: 'price.set', ...fact })] };
}
