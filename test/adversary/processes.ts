/** Starts the attacker and the victim in processes of their own, and asks them for their results. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { GeneratorOrder, GeneratorResult } from './generate.ts';
import type { VictimOrder } from './victim.ts';
import type { VictimResult } from './victim-kinds.ts';

export async function startGenerator(order: GeneratorOrder) {
  const child = fork(new URL('./generate.ts', import.meta.url), { execArgv: [] });
  child.send(order);
  await answerOf(child);
  return {
    async stop(): Promise<GeneratorResult> {
      const result = answerOf<GeneratorResult>(child);
      child.send('stop');
      const exited = once(child, 'exit');
      const answer = await result;
      await exited;
      return answer;
    },
  };
}

export function startVictim() {
  const child = fork(new URL('./victim.ts', import.meta.url), { execArgv: [] });
  return {
    measure(order: VictimOrder): Promise<VictimResult> {
      const result = answerOf<VictimResult>(child);
      child.send(order);
      return result;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A process ended with ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}
