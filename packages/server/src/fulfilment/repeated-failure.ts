/**
 * A registry that cannot carry out one command answers "command failed" (2400 or 25xx) each time.
 * When the same answer repeats while other names get none of it, and the registry shows that nothing
 * was done, the command counts as refused. Pure.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { Send } from '../storage/tables/registry/sends.ts';

/** Reached after about a minute with the worker's backoff. */
const repeatsMin = 6;
const spanMsMin = minuteMs;

/** Why to give up; null while it is too early for that. */
export function reasonToGiveUp(
  sends: readonly Pick<Send, 'answer' | 'sentAt'>[],
  now: number,
): string | null {
  const answer = sends.at(-1)?.answer ?? null;
  if (answer === null) return null;
  const other = sends.findLastIndex((send) => send.answer !== answer);
  const repeats = sends.slice(other + 1);
  const since = repeats[0]?.sentAt ?? now;
  if (repeats.length < repeatsMin || now - since < spanMsMin) return null;
  return `The registry cannot carry out this request. It failed ${repeats.length} times with the same answer: ${answer}`;
}
