/** Credits of a workspace, the payments for them, and its prices. */
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import { type About, type FactForms, type PublicEvent, rowAbout, withRow } from './fact-form.ts';
import { credits, figure, word } from './wording.ts';

export type BalanceFact =
  | About<'workspaceId', 'credits.add' | 'credits.remove', { credits: number; reason: string }>
  | About<'workspaceId', 'credits.forecast', { missing: number }>
  | About<'workspaceId', 'credits.budget_set', { credits: number | null }>
  | About<
      'workspaceId',
      'credits.budget_reached',
      { month: string; percent: number; budget: number; spent: number }
    >;

export const balanceForms: FactForms<BalanceFact> = withRow(rowAbout('workspaceId'), {
  'credits.add': { text: (_, d) => `added ${credits(d.credits)}`, event: toppedUp },
  'credits.remove': {
    text: (_, d) => `removed ${credits(d.credits)}`,
    event: ({ credits }) => ({ type: 'credits.removed', domain: null, data: { credits } }),
  },
  'credits.forecast': {
    text: (_, d) =>
      `sent a low balance notice: ${figure(d.missing)} more credits needed for renewals`,
    event: ({ missing }) => ({ type: 'credits.low', domain: null, data: { missing } }),
  },
  'credits.budget_set': {
    text: (_, d) =>
      typeof d.credits === 'number'
        ? `set a budget of ${credits(d.credits)} a month`
        : 'removed the monthly budget',
    event: 'internal',
  },
  'credits.budget_reached': {
    text: (_, d) =>
      `noted that ${figure(d.percent)}% of the budget for ${word(d.month)} is spent: ${figure(d.spent)} of ${credits(d.budget)}`,
    event: ({ month, percent, budget, spent }) => ({
      type: 'credits.budget_reached',
      domain: null,
      data: { month, percent, budget, spent },
    }),
  },
});

type OfTopUp<K extends string, D = unknown> = About<'topUpId', K, { credits: number } & D>;

export type TopUpFact =
  | OfTopUp<
      | 'credits.top_up_requested'
      | 'credits.top_up'
      | 'credits.top_up_failed'
      | 'credits.top_up_expired',
      Pick<TopUp, 'provider'>
    >
  | OfTopUp<'credits.payment_refunded' | 'credits.payment_disputed'>;

export const topUpForms: FactForms<TopUpFact> = withRow(rowAbout('topUpId'), {
  'credits.top_up_requested': {
    text: (_, d) => `started a top-up of ${credits(d.credits)}`,
    event: ({ topUpId, credits }) => ({
      type: 'credits.top_up_started',
      domain: null,
      data: { topUpId, credits },
    }),
  },
  'credits.top_up': { text: (_, d) => `topped up ${credits(d.credits)}`, event: toppedUp },
  'credits.top_up_failed': {
    text: (_, d) => `recorded a failed top-up of ${credits(d.credits)}`,
    event: ({ topUpId, credits }) => ({
      type: 'credits.top_up_failed',
      domain: null,
      data: { topUpId, credits },
    }),
  },
  'credits.top_up_expired': {
    text: (_, d) => `closed an expired top-up of ${credits(d.credits)}`,
    event: ({ topUpId, credits }) => ({
      type: 'credits.top_up_expired',
      domain: null,
      data: { topUpId, credits },
    }),
  },
  'credits.payment_refunded': {
    text: (_, d) => `recorded a refund of ${credits(d.credits)}`,
    event: ({ topUpId, credits }) => ({
      type: 'credits.payment_refunded',
      domain: null,
      data: { topUpId, credits },
    }),
  },
  'credits.payment_disputed': {
    text: (_, d) => `recorded a dispute of ${credits(d.credits)}`,
    event: ({ topUpId, credits }) => ({
      type: 'credits.payment_disputed',
      domain: null,
      data: { topUpId, credits },
    }),
  },
});

export type PriceFact = About<'suffix', 'price.set', { register: number; renew: number }>;

export const priceForms: FactForms<PriceFact> = withRow(rowAbout('suffix'), {
  'price.set': {
    text: (suffix, d) =>
      `set the price of .${suffix} to ${word(d.register)} (renewal ${word(d.renew)})`,
    event: 'internal',
  },
});

function toppedUp(fact: { readonly credits: number }): PublicEvent {
  return { type: 'credits.topped_up', domain: null, data: { credits: fact.credits } };
}
