/** Restores a deleted domain: price, deadline and the new expiry. */

import { useQuery } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { balanceQuery } from '../../credits/balance-query.ts';
import { explainPurchase } from '../../credits/price-shown.ts';
import { MissingCredits, PriceSummary } from '../../credits/price-summary.tsx';
import { forgetUnfinished } from '../../credits/unfinished-purchase.ts';
import { type DomainDetails, domainKey } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { formatCredits } from '../../ui/text/credits.tsx';
import { Time } from '../../ui/text/time.tsx';

interface RestoreProps {
  readonly domain: DomainDetails;
  readonly onClose: () => void;
}

export function RestoreDialog({ isOpen, ...props }: RestoreProps & { readonly isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={`Restore ${shownName(props.domain.name)}`}
      description="The registry brings the domain back with its records and settings, and it's renewed for one year."
    >
      <Offer {...props} />
    </Dialog>
  );
}

function Offer(props: RestoreProps) {
  const { workspaceId } = useWorkspace();
  const { name: domain } = props.domain;
  const offer = useQuery({
    queryKey: [...domainKey({ workspaceId, domain }), 'restore'],
    queryFn: ({ signal }) => workspaceClient(workspaceId).getRestore({ domain }, { signal }),
    staleTime: 0,
  });
  return (
    <QueryView query={offer} loading={<Skeleton className="h-32" />}>
      {(loaded) => <RestoreForm {...props} {...loaded} />}
    </QueryView>
  );
}

function RestoreForm({
  domain,
  onClose,
  price,
  until,
}: RestoreProps & { readonly price: number; readonly until: string }) {
  const { api, workspaceId } = useWorkspace();
  const { data: balance } = useQuery({ ...balanceQuery(workspaceId), staleTime: 0 });
  const form = useForm({
    initial: {},
    submit: (_, call) => api.restoreDomain({ domain: domain.name, maxCredits: price }, call),
    explain: (error) => explainPurchase(error, () => void refreshWorkspace(workspaceId)),
    onDone: async () => {
      forgetUnfinished(workspaceId);
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({
        title: 'Restore requested',
        description: `If the registry declines, you get a full refund.`,
      });
    },
  });
  const isShort = balance !== undefined && balance < price;
  return (
    <FormView form={form} className="gap-5">
      <PriceSummary
        lines={[
          { label: 'Restore by', value: <Time at={until} as="time" /> },
          { label: 'Includes', value: 'One-year renewal' },
        ]}
        credits={price}
        balance={balance}
      />
      {isShort && (
        <MissingCredits
          credits={price}
          balance={balance}
          purchase={{ kind: 'restore', domain: domain.name }}
        />
      )}
      <FormActions form={form} onClose={onClose} isDisabled={isShort}>
        {`Restore for ${formatCredits(price)}`}
      </FormActions>
    </FormView>
  );
}
