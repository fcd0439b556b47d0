/** Summaries of import plans and results. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { counted, countedRecords } from '../../../ui/text/counted.ts';

export type ImportPlan = DashboardOutput<'planZoneImport'>['plan'];

export function describeResult(result: DashboardOutput<'applyZoneImport'>): string {
  return countedRecords([
    [result.added, 'added'],
    [result.changed, 'changed'],
    [result.removed, 'removed'],
  ]);
}

export function describePlan({ counts }: Pick<ImportPlan, 'counts'>): string {
  const result = describeResult(counts);
  const sentences = [
    result === '' ? 'No changes.' : `${result}.`,
    counts.unchanged === 0 ? null : `${counted(counts.unchanged, 'record')} unchanged.`,
    counts.refused === 0 ? null : `${counted(counts.refused, 'record')} rejected.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
