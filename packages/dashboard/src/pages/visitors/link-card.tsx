/** The target of confirmation emails. A button confirms, because mail scanners open links too. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { VisitorCard } from './visitor-card.tsx';

export function LinkCard<R>({
  title,
  description,
  label,
  confirm,
  onDone,
  footer,
}: {
  readonly title: string;
  readonly description: string;
  /** Label of the button. */
  readonly label: string;
  readonly confirm: () => Promise<R>;
  readonly onDone: (result: R) => void | Promise<void>;
  readonly footer?: ReactNode;
}) {
  const mutation = useMutation({ mutationFn: confirm, onSuccess: onDone });
  return (
    <VisitorCard title={title} description={description} footer={footer}>
      <div className="flex flex-col gap-4">
        {mutation.isError && (
          <Banner tone="bad" isUrgent>
            {explainError(mutation.error).message}
          </Banner>
        )}
        <Button
          variant="primary"
          size="lg"
          isLoading={mutation.isPending || mutation.isSuccess}
          onClick={() => mutation.mutate()}
        >
          {label}
        </Button>
      </div>
    </VisitorCard>
  );
}

export function IncompleteLink() {
  return (
    <VisitorCard
      title="This link is incomplete"
      description="Open the full link from the email, including everything after the #."
    />
  );
}
