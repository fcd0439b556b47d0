/** Where the time of a CPU profile went, by parts of the service. */
import type { Profiler } from 'node:inspector';

/** By the file of a function; what has none of these files counts to its caller. */
const parts: readonly (readonly [part: string, file: RegExp])[] = [
  ['PostgreSQL client', /\/node_modules\/pg[-/]|\/storage\/postgres/],
  ['SQLite statements', /\/storage\/(sqlite|shared-reads)/],
  ['building statements', /\/storage\//],
  ['HTTP', /\/node_modules\/|node:_http|node:internal\/http|\/server\/src\/http\//],
  ['jobs and registry', /\/(jobs|fulfilment|registrars|mail)\//],
  ['operation', /\/packages\//],
];
const garbage = 'garbage collection';
const other = 'other';
const shownMin = 0.02;

/** Shares of the time in which the process worked, the largest first. */
export function partsOfProfile({ nodes, samples = [] }: Profiler.Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const partOf = (sampled: number): string | null => {
    const leaf = byId.get(sampled)?.callFrame.functionName;
    if (leaf === '(idle)') return null;
    if (leaf === '(garbage collector)') return garbage;
    for (let id: number | undefined = sampled; id !== undefined; id = callerOf.get(id)) {
      const url = byId.get(id)?.callFrame.url ?? '';
      const found = parts.find(([, file]) => file.test(url));
      if (found !== undefined) return found[0];
    }
    return other;
  };
  const worked = samples.flatMap((id) => partOf(id) ?? []);
  return [...Map.groupBy(worked, (part) => part)]
    .map(([part, { length }]) => ({ part, share: length / worked.length }))
    .filter(({ share }) => share >= shownMin)
    .sort((a, b) => b.share - a.share)
    .map(({ part, share }) => `${part} ${(100 * share).toFixed(0)} %`);
}
