/** The registry has restored a domain that was being released: it is live again. */
import { type LifecycleRules, nextDueAt } from '../domains/lifecycle.ts';
import { type Domain, type DomainFields, domains } from '../storage/tables/domains/domains.ts';

/** Nothing changes for a domain that is not being released. */
export function restoredFields(
  domain: Domain,
  restored: { readonly registryExpiresAt: number | null; readonly rules: LifecycleRules },
): Partial<DomainFields> {
  if (domain.state !== 'releasing') return {};
  const set = {
    state: 'live',
    deletedAt: null,
    redemptionUntil: null,
    releaseBeganAt: null,
    registryExpiresAt: restored.registryExpiresAt,
  } as const;
  return { ...set, dueAt: nextDueAt(domains.changed(domain, set), restored.rules) };
}
