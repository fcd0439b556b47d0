/** Bulk operations: planned, started, retried, cancelled and finished. */
import type { BulkKind } from '@hostmaster/contract';
import { type About, type FactForms, type PublicEvent, rowAbout, withRow } from './fact-form.ts';
import { credits, figure } from './wording.ts';

interface Outcome {
  readonly operation: BulkKind;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly credits: number;
}

export type BulkFact =
  | About<'bulkId', 'bulk.plan' | 'bulk.retry', { operation: BulkKind; domains: number }>
  | About<'bulkId', 'bulk.start', { operation: BulkKind; domains: number; credits: number }>
  | About<'bulkId', 'bulk.cancel', Outcome & { isStarted: boolean }>
  | About<'bulkId', 'bulk.finish', Outcome>;

export const bulkForms: FactForms<BulkFact> = withRow(rowAbout('bulkId'), {
  'bulk.plan': {
    text: (_, d) => `prepared a bulk change: ${workOf(d.operation)} ${domains(d.domains)}`,
    event: 'internal',
  },
  'bulk.retry': {
    text: (_, d) => `prepared a bulk change again: ${workOf(d.operation)} ${domains(d.domains)}`,
    event: 'internal',
  },
  'bulk.start': {
    text: (_, d) =>
      `started a bulk change: ${workOf(d.operation)} ${domains(d.domains)} (${credits(d.credits)})`,
    event: 'ordered',
  },
  'bulk.cancel': {
    text: (_, d) =>
      `cancelled a bulk change: ${workOf(d.operation)} ${domains(d.cancelled)}; ${figure(d.done)} already done`,
    event: ({ isStarted, ...fact }) => (isStarted ? finished(fact) : null),
  },
  'bulk.finish': {
    text: (_, d) =>
      `finished a bulk change: ${workOf(d.operation)} ${domains(d.done)}${d.failed === 0 ? '' : `; ${figure(d.failed)} failed`}`,
    event: finished,
  },
});

/** What the operation does, before its domains. */
const works: Readonly<Record<BulkKind, string>> = {
  renew: 'renew',
  auto_renewal: 'change auto-renew for',
  privacy: 'change privacy for',
  nameservers: 'change the nameservers of',
  transfer_lock: 'change the transfer lock of',
  contact: 'change the registrant of',
  dnssec: 'change DNSSEC for',
  register: 'register',
  template: 'apply a template to',
  tags: 'change the tags of',
  transfer: 'transfer',
};

function workOf(operation: unknown): string {
  return works[operation as BulkKind] ?? 'change';
}

function domains(count: unknown): string {
  return `${figure(count)} ${count === 1 ? 'domain' : 'domains'}`;
}

function finished(fact: Outcome & { readonly bulkId: string }): PublicEvent {
  const { bulkId, operation: kind, done, failed, cancelled, credits } = fact;
  return {
    type: 'bulk.finished',
    domain: null,
    data: { bulkId, kind, done, failed, cancelled, credits },
  };
}
