/** The registry has restored a domain that was being released: it is live again. */
import { type LifecycleRules, nextDueAt } from '../domains/lifecycle.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';

/** Nothing changes for a domain that is not being released. */
export function restoredFields(
  domain: Domain,
  restored: { readonly registryExpiresAt: number | null; readonly rules: LifecycleRules },
): Partial<Domain> {
  if (domain.state !== 'releasing') return {};
  const set = {
    state: 'live',
    deletedAt: null,
    redemptionUntil: null,
    releaseBeganAt: null,
    registryExpiresAt: restored.registryExpiresAt,
  } as const;
  return { ...set, dueAt: nextDueAt({ ...domain, ...set }, restored.rules) };
}
