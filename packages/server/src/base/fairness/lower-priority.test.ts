import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** The niceness of the calling thread. */
const ownNiceness = () => nicenessIn(readFileSync('/proc/thread-self/stat', 'utf8'));

const script = `
  import { readFileSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  import { lowerPriority } from '${new URL('./lower-priority.ts', import.meta.url)}';
  lowerPriority();
  parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));
`;

test.runIf(process.platform === 'linux')('only the thread that calls goes last', async () => {
  const before = ownNiceness();
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const thread = new Worker(url, { execArgv: [] });
  const stat = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  await thread.terminate();
  expect(nicenessIn(stat)).toBe(before + 5);
  expect(ownNiceness()).toBe(before);
});

/** The 19th field; the second is a name in brackets. */
function nicenessIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
