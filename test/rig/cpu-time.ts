/** Processor time of this thread, which a busy machine does not lengthen as it does the time of a clock. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What some work takes of it. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = threadCpuMs();
  await work();
  return threadCpuMs() - before;
}
