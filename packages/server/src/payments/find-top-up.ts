/** Loads a top-up of a workspace. One of another workspace answers like one that does not exist. */
import { Refusal } from '../base/errors.ts';
import { findTopUp } from '../storage/queries/credits/top-ups.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { TopUp } from '../storage/tables/credits/top-ups.ts';

export async function requireTopUp(
  reader: HostmasterReader,
  wanted: { readonly id: string; readonly workspaceId: string },
): Promise<TopUp> {
  const topUp = await reader.first(findTopUp, { id: wanted.id });
  if (topUp?.workspaceId !== wanted.workspaceId) throw topUpNotFound();
  return topUp;
}

export function topUpNotFound(): Refusal {
  return new Refusal('top_up_not_found', 'No such top-up in this workspace.');
}
