import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ticksOfTree, ticksPerSecond } from './cost-reporter.ts';

const busySeconds = 0.3;
const work = `while (process.cpuUsage().user < ${busySeconds * 1e6}); console.log('done');`;

it.runIf(process.platform === 'linux')(
  'counts what a process below this one takes, while it runs and after its end',
  async () => {
    const before = ticksOfTree(process.pid);
    const child = spawn(process.execPath, ['-e', `${work} process.stdin.resume();`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const running = ticksOfTree(process.pid);
    expect((running - before) / ticksPerSecond).toBeGreaterThan(busySeconds * 0.9);
    child.stdin.end();
    await once(child, 'close');
    expect(ticksOfTree(process.pid)).toBeGreaterThanOrEqual(running);
  },
);
