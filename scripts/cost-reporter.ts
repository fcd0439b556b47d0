/**
 * What each test file takes of the processor: of its worker and of all that it starts, PostgreSQL and
 * the transforming main process among them. A file's figure is what the whole run has taken since the
 * end of the file before, so that it needs one worker (test-costs.ts); the sum is nearly that of the run.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Unit of the times in /proc/PID/stat: Linux counts in hundredths of a second on every machine. */
export const ticksPerSecond = 100;

export default class CostReporter implements Reporter {
  readonly #path = process.env.HOSTMASTER_TEST_COSTS ?? '';
  #ticks = 0;

  onTestModuleEnd(module: TestModule): void {
    const ticks = ticksOfTree(process.pid);
    // Less than before: a worker ended before what it had started, which is then below it no more.
    const seconds = Math.max(0, ticks - this.#ticks) / ticksPerSecond;
    this.#ticks = ticks;
    const name = relative(process.cwd(), module.moduleId);
    appendFileSync(this.#path, `${seconds.toFixed(2)}\t${module.project.name}\t${name}\n`);
  }
}

/** Time of a process, of those that it has waited for, and of all that run below it. */
export function ticksOfTree(root: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = new Map(processes.flatMap((id) => readStat(Number(id))));
  const isBelow = (id: number): boolean => {
    const parent = stats.get(id)?.parent;
    return id === root || (parent !== undefined && isBelow(parent));
  };
  return [...stats].reduce((sum, [id, { ticks }]) => sum + (isBelow(id) ? ticks : 0), 0);
}

/** None of a process that has just ended. */
function readStat(id: number): [number, { parent: number; ticks: number }][] {
  let line: string;
  try {
    line = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return [];
  }
  // A process may have spaces and brackets in its name, which is the second field.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [own = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(11);
  return [[id, { parent: fields[1] ?? 0, ticks: own + system + ofChildren + systemOfChildren }]];
}
