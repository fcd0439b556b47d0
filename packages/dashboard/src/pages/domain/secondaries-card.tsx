/** The customer's own nameservers that transfer this zone, and what each last did. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { Status } from '../../ui/text/badge.tsx';
import { Time } from '../../ui/text/time.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { AddSecondaryDialog } from './add-secondary-dialog.tsx';
import { type DomainSecondary, secondariesQuery } from './secondaries-query.ts';

export function SecondariesCard({
  domain,
  isFixed,
}: {
  readonly domain: string;
  /** The domain cannot be changed any more. */
  readonly isFixed: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const { data: secondaries = [] } = useQuery(secondariesQuery({ workspaceId, domain }));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title="Your own secondaries"
      description="Nameservers that you run. They copy this zone by zone transfer and are notified of every change."
      action={
        <Button size="sm" icon={Plus} disabled={isFixed} onClick={() => setIsAdding(true)}>
          Add secondary
        </Button>
      }
    >
      {secondaries.length === 0 ? (
        <p className="text-sm text-ink-muted">No secondaries yet.</p>
      ) : (
        <ul className="flex flex-col gap-3" aria-label="Secondaries">
          {secondaries.map((secondary) => (
            <SecondaryItem key={secondary.id} domain={domain} secondary={secondary} />
          ))}
        </ul>
      )}
      {isAdding && <AddSecondaryDialog isOpen onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function SecondaryItem({
  domain,
  secondary,
}: {
  readonly domain: string;
  readonly secondary: DomainSecondary;
}) {
  const { api, workspaceId } = useWorkspace();
  const { id: secondaryId, address, fetchedAt, fetchedSerial } = secondary;
  const removal = useMutation({
    mutationFn: () => api.removeDomainSecondary({ domain, secondaryId }),
    onSuccess: () => showToast({ title: 'Secondary removed' }),
    onSettled: () => refreshWorkspace(workspaceId),
    onError: (error: Error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't remove the secondary",
        description: explainError(error).message,
      }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-mono">{address}</span>
        <Status tone={toneOf(secondary)}>{stateOf(secondary)}</Status>
        {fetchedAt !== null && (
          <span className="text-ink-muted">
            Serial {fetchedSerial}, <Time at={fetchedAt} as="relative" />
          </span>
        )}
      </span>
      <Allowed act="dns.change">
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Remove ${address}`}
          isLoading={removal.isPending}
          onClick={() => removal.mutate()}
        >
          Remove
        </Button>
      </Allowed>
    </li>
  );
}

function toneOf({ askedAt, notifyAnswer }: DomainSecondary): 'good' | 'warn' {
  return askedAt !== null && (notifyAnswer === null || notifyAnswer === 'taken') ? 'good' : 'warn';
}

function stateOf({ askedAt, fetchedAt, notifyAnswer }: DomainSecondary): string {
  if (askedAt === null) return 'Waiting for its first transfer';
  if (notifyAnswer === 'unanswered') return "Doesn't answer NOTIFY";
  if (notifyAnswer === 'refused') return 'Refuses NOTIFY';
  return fetchedAt === null ? 'Requested the zone' : 'Up and running';
}
