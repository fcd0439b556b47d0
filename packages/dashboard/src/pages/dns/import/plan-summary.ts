/** Summaries of import plans and results. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';

export type ImportPlan = DashboardOutput<'planZoneImport'>['plan'];

/** "3 added, 1 changed, 2 removed"; zero counts are left out. */
export function describeResult(result: DashboardOutput<'applyZoneImport'>): string {
  const parts = [
    [result.added, 'added'],
    [result.changed, 'changed'],
    [result.removed, 'removed'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, verb]) => `${count} ${verb}`)
    .join(', ');
}

export function describePlan({ counts }: Pick<ImportPlan, 'counts'>): string {
  const result = describeResult(counts);
  const sentences = [
    result === '' ? 'No changes.' : `${result}.`,
    counts.unchanged === 0 ? null : `${count(counts.unchanged)} unchanged.`,
    counts.refused === 0 ? null : `${count(counts.refused)} rejected.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`;
}
