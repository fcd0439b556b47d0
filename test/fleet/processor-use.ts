/** How much of a processor each program on this machine uses, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Measures from its creation on. */
export class ProcessorUse {
  readonly #before = secondsByProgram();
  readonly #startedAt = performance.now();

  toString(): string {
    const elapsed = (performance.now() - this.#startedAt) / 1_000;
    return [...secondsByProgram()]
      .map(([program, seconds]) => ({
        program,
        share: (seconds - (this.#before.get(program) ?? 0)) / elapsed,
      }))
      .filter(({ share }) => share >= 0.03)
      .sort((a, b) => b.share - a.share)
      .map(({ program, share }) => `${program} ${share.toFixed(2)}`)
      .join(', ');
  }
}

function secondsByProgram(): Map<string, number> {
  const found = new Map<string, number>();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const [stat, command] = [read(pid, 'stat'), read(pid, 'cmdline')];
    const program = /hostmaster\.js\0serve/.test(command)
      ? 'the service'
      : (/\((.*)\)/s.exec(stat)?.[1] ?? '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
    found.set(program, (found.get(program) ?? 0) + seconds);
  }
  return found;
}

/** Empty for a process that has ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
