import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** The niceness of the calling thread. */
const ownNiceness = () => nicenessIn(readFileSync('/proc/thread-self/stat', 'utf8'));

const script = `
  import { readFileSync } from 'node:fs';
  import { setPriority } from 'node:os';
  import { parentPort, workerData } from 'node:worker_threads';
  import { lowerPriority } from '${new URL('./lower-priority.ts', import.meta.url)}';
  setPriority(0, workerData);
  lowerPriority();
  parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));
`;

test.runIf(process.platform === 'linux').each([0, 10, 17])(
  'only the thread that calls goes last, in a service with the niceness %d',
  async (niceness) => {
    const own = ownNiceness();
    const before = Math.max(own, niceness);
    expect(await nicenessAfter(before)).toBe(Math.min(before + 5, 19));
    expect(ownNiceness()).toBe(own);
  },
);

/** The niceness of a thread that had this one before. */
async function nicenessAfter(niceness: number): Promise<number> {
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const thread = new Worker(url, { execArgv: [], workerData: niceness });
  const stat = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  await thread.terminate();
  return nicenessIn(stat);
}

/** The 19th field; the second is a name in brackets. */
function nicenessIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
