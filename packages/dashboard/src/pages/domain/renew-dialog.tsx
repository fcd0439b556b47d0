/** Renews a domain: years, price and the new expiry. */

import { useQuery } from '@tanstack/react-query';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { balanceQuery } from '../../credits/balance-query.ts';
import { explainPurchase, priceShown, quoteFor } from '../../credits/price-shown.ts';
import { MissingCredits, PriceSummary } from '../../credits/price-summary.tsx';
import { forgetUnfinished } from '../../credits/unfinished-purchase.ts';
import type { DomainDetails } from '../../domains/domain-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { YearsChoice } from '../../domains/years-choice.tsx';
import { FormActions } from '../../forms/form-actions.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { formatCredits } from '../../ui/text/credits.tsx';
import { formatDate } from '../../ui/text/format-time.ts';
import { Time } from '../../ui/text/time.tsx';

export function RenewDialog({
  domain,
  isOpen,
  onClose,
}: {
  readonly domain: DomainDetails;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={isOpen && domain.renewalQuotes.length > 0}
      onClose={onClose}
      title={`Renew ${shownName(domain.name)}`}
    >
      <RenewForm domain={domain} onClose={onClose} />
    </Dialog>
  );
}

function RenewForm({
  domain,
  onClose,
}: {
  readonly domain: DomainDetails;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const { data: balance } = useQuery({ ...balanceQuery(workspaceId), staleTime: 0 });
  const form = useForm({
    initial: { years: 1 },
    submit: ({ years }, call) => {
      const consent = priceShown(quoteFor(domain.renewalQuotes, years));
      return api.renewDomain({ domain: domain.name, years, ...consent }, call);
    },
    explain: (error) => explainPurchase(error, () => void refreshWorkspace(workspaceId)),
    onDone: async ({ domain: renewed }) => {
      forgetUnfinished(workspaceId);
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({
        title: 'Renewal requested',
        description: `${shownName(domain.name)} will expire on ${formatDate(new Date(renewed.expiresAt))} once the registry confirms.`,
      });
    },
  });
  const { years } = form.values;
  const quote = quoteFor(domain.renewalQuotes, years);
  if (quote === undefined) return null;
  const isShort = balance !== undefined && balance < quote.credits;
  return (
    <FormView form={form} className="gap-5">
      <YearsChoice
        quotes={domain.renewalQuotes}
        value={quote.years}
        onChange={(next) => form.set('years', next)}
      />
      <PriceSummary
        lines={[
          { label: 'Current expiry', value: <Time at={domain.expiresAt} /> },
          { label: 'New expiry', value: <Time at={quote.expiresAt} /> },
        ]}
        credits={quote.credits}
        balance={balance}
      />
      {isShort && (
        <MissingCredits
          credits={quote.credits}
          balance={balance}
          purchase={{ kind: 'renewal', domain: domain.name }}
        />
      )}
      <FormActions form={form} onClose={onClose} isDisabled={isShort}>
        {`Renew for ${formatCredits(quote.credits)}`}
      </FormActions>
    </FormView>
  );
}
