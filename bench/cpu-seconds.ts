/** CPU time of a process and its threads, in user and system mode; the kernel counts in hundredths. */
import { readFileSync } from 'node:fs';

export function cpuSeconds(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
