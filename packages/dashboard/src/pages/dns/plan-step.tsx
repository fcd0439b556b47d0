/** The last step of a dialog that changes many records: what it would do, and the button that does exactly that. */
import { HostmasterError } from '@hostmaster/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import type { DomainPlace } from '../../domains/domain-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { showToast, type ToastMessage } from '../../ui/popups/toast-queue.ts';
import { counted } from '../../ui/text/counted.ts';
import { watchPublication } from './publication-query.ts';
import { recordsKey } from './records-query.ts';

/** The answers to a plan of other records than those that are there. */
const outdatedCodes = ['plan_outdated', 'precondition_failed'];

export interface PlanStepProps {
  readonly place: DomainPlace;
  /** How many records it would change. */
  readonly count: number;
  /** A decision is missing. */
  readonly isBlocked?: boolean;
  /** Returns what to announce. */
  readonly apply: () => Promise<ToastMessage>;
  /** The records have changed since the plan was made. */
  readonly replan: () => Promise<void>;
  readonly onBack: () => void;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

export function PlanStep(props: PlanStepProps) {
  const { place, count, isBlocked = false, onBack, children } = props;
  const queries = useQueryClient();
  const [isReplanned, setReplanned] = useState(false);
  const apply = useMutation({
    mutationFn: async (): Promise<ToastMessage | null> => {
      try {
        return await props.apply();
      } catch (error) {
        if (!(error instanceof HostmasterError && outdatedCodes.includes(error.code))) throw error;
        await props.replan();
        return null;
      }
    },
    onSuccess: async (done) => {
      setReplanned(done === null);
      await queries.invalidateQueries({ queryKey: recordsKey(place) });
      if (done === null) return;
      watchPublication(place);
      showToast(done);
      props.onDone();
    },
  });
  return (
    <div className="flex flex-col gap-4">
      {isReplanned && (
        <Banner tone="warn" isUrgent title="The records have changed">
          The preview is now up to date. Nothing has been applied yet.
        </Banner>
      )}
      {apply.isError && (
        <Banner tone="bad" isUrgent title="Couldn't apply the changes">
          {explainError(apply.error).message}
        </Banner>
      )}
      {children}
      <DialogActions>
        <Button onClick={onBack} disabled={apply.isPending}>
          Back
        </Button>
        <Button
          variant="primary"
          disabled={count === 0 || isBlocked}
          isLoading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {count === 0 ? 'Nothing to change' : `Apply ${counted(count, 'change')}`}
        </Button>
      </DialogActions>
    </div>
  );
}
