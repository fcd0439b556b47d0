/** Waits while the service plans or runs a bulk operation, and shows how far it is. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Output } from '@hostmaster/contract';
import type { Session } from '../session.ts';
import { withProgress } from '../show.ts';

export type Bulk = Output<'getBulk'>['bulk'];

const firstPauseMs = 100;
const pauseMsMax = 2_000;
const onePage = 1;

/** Resolves when the operation is no longer in this state. */
export async function whileIn(
  state: 'planning' | 'running',
  started: Bulk,
  { session, timeoutMs }: { readonly session: Session; readonly timeoutMs: number },
): Promise<Bulk> {
  const { client, call, signal } = session;
  const until = performance.now() + timeoutMs;
  let bulk = started;
  const progress = () => `${state === 'planning' ? 'Planning' : 'Running'}: ${progressOf(bulk)}…`;
  return withProgress(progress, async () => {
    for (let pauseMs = firstPauseMs; bulk.state === state; pauseMs *= 2) {
      if (performance.now() > until) {
        const message = `Bulk operation ${bulk.id} is still ${state}: ${progressOf(bulk)}.`;
        throw new DOMException(message, 'TimeoutError');
      }
      await pause(Math.min(pauseMs, pauseMsMax), undefined, { signal });
      ({ bulk } = await client.getBulk({ bulkId: bulk.id, limit: onePage }, call));
    }
    return bulk;
  });
}

function progressOf({ state, domains, counts }: Bulk): string {
  const { planning, ready, done, failed } = counts;
  if (state === 'planning') return `${domains - planning} of ${domains} domains planned`;
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  return `${done} of ${done + ready} domains done${failures}`;
}
