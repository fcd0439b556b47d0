/** An email was sent whose link continues the flow. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useServiceInfo } from '../../api/session.ts';
import { VisitorCard } from './visitor-card.tsx';

export function CheckMail({
  icon: Icon,
  address,
  children,
  footer,
}: {
  readonly icon: LucideIcon;
  readonly address: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  const { hasMailbox } = useServiceInfo();
  return (
    <VisitorCard title="Check your email" footer={footer}>
      <div role="status" className="flex items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-accent-ink" aria-hidden="true" />
        <p className="min-w-0 text-pretty">
          If <strong className="font-semibold break-all">{address}</strong> is correct, you'll get
          an email shortly. {children}
        </p>
      </div>
      {hasMailbox && (
        <p className="mt-4 text-sm text-pretty text-ink-muted">
          This sandbox sends no email. The operator can find the message in the mail folder printed
          when the service started.
        </p>
      )}
    </VisitorCard>
  );
}
