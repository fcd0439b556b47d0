/** Cells that every list of keys has: expiry, last use and creation. */
import { Badge } from '../ui/text/badge.tsx';
import { Time } from '../ui/text/time.tsx';

export interface KeyDates {
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly state: 'valid' | 'expired' | 'revoked';
}

export function LastUse({ life }: { readonly life: KeyDates }) {
  if (life.lastUsedAt === null) return <span className="text-ink-faint">Never used</span>;
  return <Time at={life.lastUsedAt} as="relative" />;
}

export function End({ life }: { readonly life: KeyDates }) {
  if (life.state === 'revoked' && life.revokedAt !== null) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Badge>Revoked</Badge> <Time at={life.revokedAt} as="relative" isCalendar />
      </span>
    );
  }
  if (life.expiresAt === null) return <span className="text-ink-faint">Never</span>;
  if (life.state === 'expired') {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Badge tone="warn">Expired</Badge> <Time at={life.expiresAt} />
      </span>
    );
  }
  return <Time at={life.expiresAt} />;
}

export function Creation({ life }: { readonly life: KeyDates }) {
  return (
    <>
      {life.createdBy ?? 'Operator'}
      <span className="block text-sm text-ink-muted">
        <Time at={life.createdAt} />
      </span>
    </>
  );
}
