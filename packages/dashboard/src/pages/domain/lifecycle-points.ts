/** The milestones of a domain's lifecycle in chronological order, with today among them. */
import type { DomainDetails } from '../../domains/domain-query.ts';
import { counted } from '../../ui/text/counted.ts';

export interface LifecyclePoint {
  readonly kind: 'registered' | 'renewed' | 'today' | 'auto-renewal' | 'expiry' | 'grace';
  readonly label: string;
  readonly at: string;
  readonly isPast: boolean;
}

interface Life
  extends Pick<DomainDetails, 'createdAt' | 'expiresAt' | 'autoRenewAt' | 'graceEndsAt'> {
  readonly terms: readonly DomainDetails['terms'][number][];
}

export function lifecyclePoints(domain: Life, now: number): readonly LifecyclePoint[] {
  const points = [
    point('registered', 'Registered', domain.createdAt),
    ...renewals(domain),
    point('today', 'Today', new Date(now).toISOString()),
    ...(domain.autoRenewAt === null
      ? []
      : [point('auto-renewal', 'Auto-renews', domain.autoRenewAt)]),
    point('expiry', Date.parse(domain.expiresAt) <= now ? 'Expired' : 'Expires', domain.expiresAt),
    point('grace', 'Released unless renewed', domain.graceEndsAt),
  ];
  return points
    .map((one) => ({ ...one, isPast: one.kind !== 'today' && Date.parse(one.at) <= now }))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The last renewal, with the number of renewals. */
function renewals({ terms }: Life): readonly Omit<LifecyclePoint, 'isPast'>[] {
  const made = terms.filter((term) => term.kind === 'renewal' && term.state !== 'voided');
  const last = made.at(-1);
  if (last === undefined) return [];
  const years = counted(last.years, 'year');
  if (last.state === 'pending') return [point('renewed', `Renewing for ${years}`, last.acceptedAt)];
  const label = made.length === 1 ? `Renewed for ${years}` : `Renewed ${made.length} times`;
  return [point('renewed', label, last.acceptedAt)];
}

function point(
  kind: LifecyclePoint['kind'],
  label: string,
  at: string,
): Omit<LifecyclePoint, 'isPast'> {
  return { kind, label, at };
}
