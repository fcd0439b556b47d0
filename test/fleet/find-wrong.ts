/** Asks one server of a fleet until its answers are right, and explains those that stay wrong. */
import type { Message } from '@hostmaster/dns';
import type { PeerKind } from '@hostmaster/test-rig/secondary-servers';
import { until } from '@hostmaster/test-rig/service';
import { show } from './expected-answers.ts';
import type { Fleet, Question } from './fleet.ts';
import { inWorkers } from './in-workers.ts';

export interface ZoneQuestion extends Question {
  readonly zone: string;
}

export interface Questions<Asked extends ZoneQuestion> {
  readonly questions: readonly Asked[];
  readonly isRight: (reply: Message, asked: Asked) => boolean;
}

const limitMs = 120_000;
/** After as many questions in a row without an answer, the others wait for the next round. */
const silentMax = 100;
const shownMax = 3;

/** Nothing when all answers are right. A server that is silent costs no more than the limit. */
export async function findWrong<Asked extends ZoneQuestion>(
  fleet: Fleet,
  kind: PeerKind,
  { questions, isRight }: Questions<Asked>,
): Promise<readonly object[]> {
  let wrong = questions;
  const isDone = async () => {
    wrong = await askRound(fleet, kind, { questions: wrong, isRight });
    return wrong.length === 0;
  };
  await until(`${kind} answers right`, isDone, limitMs).catch(() => {});
  if (wrong.length === 0) return [];
  const shown: object[] = [];
  for (const asked of wrong.slice(0, shownMax)) {
    const got = show(await fleet.ask(kind, asked));
    shown.push({ asked, got, ...(await fleet.explain(kind, asked.zone)) });
  }
  return [{ kind, wrong: `${wrong.length} of ${questions.length} answers`, shown }];
}

async function askRound<Asked extends ZoneQuestion>(
  fleet: Fleet,
  kind: PeerKind,
  { questions, isRight }: Questions<Asked>,
): Promise<readonly Asked[]> {
  const wrong: Asked[] = [];
  let silent = 0;
  await inWorkers(questions, async (asked) => {
    const reply = silent < silentMax ? await fleet.ask(kind, asked) : null;
    silent = reply === null ? silent + 1 : 0;
    if (reply === null || !isRight(reply, asked)) wrong.push(asked);
  });
  return wrong;
}
