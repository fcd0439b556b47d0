/**
 * What one request may cost. Every endpoint says it, in the table of its edge; without an entry it does
 * not compile. The binding carries out long work one piece per workspace at a time.
 */
import type { LongWork } from '../base/fairness/long-work.ts';
import type { ReadCall } from './operation.ts';

export type Cost =
  /** A fixed number of rows, however much the workspace has. */
  | 'rows'
  /** A page or a batch, whose size has a limit that is compared before anything is read. */
  | 'page'
  /** As many rows as there are of something that has a quota, such as keys, or that the operator sets. */
  | 'quota'
  /** A whole zone, history or long list: read in pages, one answer of a workspace at a time. */
  | 'whole'
  /** Work by the size of a zone: in slices with rests, in the line of the workspace. */
  | 'long';

/** In the line of the workspace where the work is long. */
export function atCost<T>(
  cost: Cost,
  call: Pick<ReadCall, 'actor' | 'clientGone'> & {
    readonly services: { readonly longWork: LongWork };
  },
  work: () => Promise<T>,
): Promise<T> {
  if (cost !== 'long') return work();
  return call.services.longWork.run(call.actor.workspaceId, work, call.clientGone?.());
}
