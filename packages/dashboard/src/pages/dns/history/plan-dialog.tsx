/** Shows what a change of the zone would do and asks. A change by others meanwhile shows the new plan. */
import { HostmasterError } from '@hostmaster/sdk';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { explainError } from '../../../api/explain-error.ts';
import { noticeRefusal } from '../../../api/query-client.ts';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import { type RecordDifference, RecordDifferences } from '../../../domains/record-differences.tsx';
import { randomKey } from '../../../forms/random-key.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Dialog } from '../../../ui/popups/dialog.tsx';
import { DialogActions } from '../../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../../ui/popups/toast-queue.ts';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { countedRecords } from '../../../ui/text/counted.ts';
import { refreshZone } from './refresh-zone.ts';

export interface Plan {
  readonly changes: readonly RecordDifference[];
  /** Why it is not offered. */
  readonly obstacle: ReactNode;
  /** Null when there is an obstacle. Sent for the version that the plan was made from. */
  readonly send: ((idempotencyKey: string) => Promise<unknown>) | null;
}

export interface PlanDialogProps {
  readonly title: string;
  readonly description: string;
  readonly nothingToDo: string;
  readonly confirmLabel: string;
  readonly doneTitle: string;
  readonly place: DomainPlace;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly load: () => Promise<Plan>;
}

export function PlanDialog(props: PlanDialogProps) {
  const { plan, message, isSending, confirm } = usePlan(props);
  const { title, description, isOpen, onClose, nothingToDo, confirmLabel } = props;
  const isOffered = plan !== null && plan.send !== null && plan.changes.length > 0;
  return (
    <Dialog size="lg" title={title} description={description} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {message !== null && (
          <Banner tone="warn" isUrgent>
            {message}
          </Banner>
        )}
        {plan === null && message === null && (
          <div aria-busy="true">
            <span className="sr-only" role="status">
              Loading
            </span>
            <SkeletonRows count={3} />
          </div>
        )}
        {plan?.obstacle}
        {plan !== null && plan.obstacle === null && plan.changes.length === 0 && (
          <p>{nothingToDo}</p>
        )}
        {plan !== null && plan.changes.length > 0 && (
          <div>
            <p className="mb-2 font-medium">{describeCounts(plan.changes)}</p>
            <RecordDifferences changes={plan.changes} />
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose} disabled={isSending}>
            {isOffered || plan === null ? 'Cancel' : 'Close'}
          </Button>
          {(isOffered || plan === null) && (
            <Button
              variant="primary"
              disabled={!isOffered}
              isLoading={isSending}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}

function usePlan({ load, place, doneTitle, onClose }: PlanDialogProps) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const idempotencyKey = useRef(randomKey());

  async function show(note: string | null): Promise<void> {
    try {
      setPlan(await load());
      setMessage(note);
    } catch (error) {
      noticeRefusal(error);
      setMessage(explainError(error).message);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => void show(null), []);

  async function confirm(): Promise<void> {
    if (plan === null || plan.send === null || isSending) return;
    setSending(true);
    try {
      await plan.send(idempotencyKey.current);
      showToast({ title: doneTitle, description: describeCounts(plan.changes) });
      onClose();
      void refreshZone(place);
    } catch (error) {
      if (error instanceof HostmasterError && error.code === 'precondition_failed') {
        idempotencyKey.current = randomKey();
        await show('The records changed while you were reviewing. This is the updated list.');
      } else {
        noticeRefusal(error);
        setMessage(explainError(error).message);
      }
    } finally {
      setSending(false);
    }
  }

  return { plan, message, isSending, confirm };
}

function describeCounts(changes: readonly RecordDifference[]): string {
  const kinds = ['added', 'changed', 'removed'] as const;
  return countedRecords(
    kinds.map((kind) => [changes.filter((change) => change.kind === kind).length, kind]),
  );
}
