/** Bulk operations: planned, started, retried, cancelled and finished. */
import type { BulkKind } from '@hostmaster/contract';
import { type About, type FactForms, type PublicEvent, rowAbout, withRow } from './fact-form.ts';
import { credits, word } from './wording.ts';

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
    text: (_, d) => `planned to ${workOf(d.operation)} ${domains(d.domains)}`,
    event: 'internal',
  },
  'bulk.retry': {
    text: (_, d) => `planned again to ${workOf(d.operation)} ${domains(d.domains)}`,
    event: 'internal',
  },
  'bulk.start': {
    text: (_, d) =>
      `started to ${workOf(d.operation)} ${domains(d.domains)} (${credits(d.credits)})`,
    event: 'ordered',
  },
  'bulk.cancel': {
    text: (_, d) =>
      `cancelled to ${workOf(d.operation)} ${domains(d.cancelled)}; ${word(d.done)} were done`,
    event: ({ isStarted, ...fact }) => (isStarted ? finished(fact) : null),
  },
  'bulk.finish': {
    text: (_, d) =>
      `finished to ${workOf(d.operation)} ${domains(d.done)}${d.failed === 0 ? '' : `; ${word(d.failed)} failed`}`,
    event: finished,
  },
});

/** Completes "to …" before the domains. */
const works: Readonly<Record<BulkKind, string>> = {
  renew: 'renew',
  auto_renewal: 'set auto-renewal of',
  privacy: 'set privacy of',
  nameservers: 'replace the nameservers of',
  transfer_lock: 'set the transfer lock of',
  contact: 'change the registrant of',
  dnssec: 'set DNSSEC of',
  register: 'register',
};

function workOf(operation: unknown): string {
  return works[operation as BulkKind] ?? 'change';
}

function domains(count: unknown): string {
  return `${word(count)} ${count === 1 ? 'domain' : 'domains'}`;
}

function finished(fact: Outcome & { readonly bulkId: string }): PublicEvent {
  const { bulkId, operation: kind, done, failed, cancelled, credits } = fact;
  return {
    type: 'bulk.finished',
    domain: null,
    data: { bulkId, kind, done, failed, cancelled, credits },
  };
}
