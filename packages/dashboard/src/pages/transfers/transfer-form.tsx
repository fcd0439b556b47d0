/** The order of a transfer: auth code, settings, owner and price. */
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { completeContact } from '../../contacts/complete-contact.ts';
import { ContactCard } from '../../contacts/contact-card.tsx';
import { checkContact, type SavedContact } from '../../contacts/contact-values.ts';
import {
  chosenContact,
  initialOwner,
  newContact,
  type OwnerChoice,
} from '../../contacts/owner-choice.ts';
import { saveContact } from '../../contacts/save-contact.ts';
import { explainNewPrice } from '../../credits/price-shown.ts';
import { MissingCredits, PriceSummary } from '../../credits/price-summary.tsx';
import { forgetUnfinished } from '../../credits/unfinished-purchase.ts';
import { RenewalChoices } from '../../domains/renewal-choices.tsx';
import { shownName } from '../../domains/shown-name.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { formatCredits } from '../../ui/text/credits.tsx';
import { AuthCodeField } from './correct-auth-code-dialog.tsx';
import { type TransferOffer, transferOfferQuery } from './transfers-query.ts';

interface TransferValues extends OwnerChoice {
  readonly authCode: string;
  readonly autoRenew: boolean;
  readonly privacyEnabled: boolean;
}

export function TransferForm({
  offer,
  contacts,
}: {
  readonly offer: TransferOffer;
  readonly contacts: readonly SavedContact[];
}) {
  const form = useTransferForm(offer, contacts);
  return (
    <FormView form={form} label={`Transfer ${offer.domain}`} className="gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Transfer">
            <div className="max-w-md">
              <AuthCodeField form={form} />
            </div>
            <RenewalChoices form={form} offer={offer} />
          </Card>
          <ContactCard form={form} contacts={contacts} />
        </div>
        <OrderSummary offer={offer}>
          <SubmitButton form={form} size="lg" disabled={offer.balance < offer.credits}>
            {`Transfer for ${formatCredits(offer.credits)}`}
          </SubmitButton>
        </OrderSummary>
      </div>
    </FormView>
  );
}

function OrderSummary({
  offer,
  children,
}: {
  readonly offer: TransferOffer;
  readonly children: ReactNode;
}) {
  const { credits, balance, domain } = offer;
  return (
    <section
      aria-label="Summary"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-card lg:sticky lg:top-6"
    >
      <div>
        <h2 className="text-md font-semibold break-all">{shownName(domain)}</h2>
        <p className="text-sm text-ink-muted">Most registries add one year.</p>
      </div>
      <PriceSummary credits={credits} balance={balance} />
      {balance < credits && (
        <MissingCredits
          credits={credits}
          balance={balance}
          purchase={{ kind: 'transfer', domain }}
        />
      )}
      {children}
      <p className="text-sm text-pretty text-ink-muted">
        If the transfer fails or you cancel it, you get a full refund.
      </p>
    </section>
  );
}

function useTransferForm(offer: TransferOffer, contacts: readonly SavedContact[]) {
  const { api, workspaceId } = useWorkspace();
  const { account } = useSession();
  const navigate = useNavigate();
  const isKnown = (id: string) => contacts.some((contact) => contact.id === id);
  return useForm<TransferValues, unknown>({
    initial: {
      ...initialOwner(contacts[0]?.id ?? newContact, account),
      authCode: '',
      autoRenew: true,
      privacyEnabled: true,
    },
    complete: completeContact,
    validate: (values): Problems => ({
      ...(values.authCode.trim() === '' && { authCode: 'Enter the auth code.' }),
      ...(isKnown(values.contactId) ? {} : checkContact(values)),
    }),
    submit: (values, call) =>
      api.createTransfer(
        {
          domain: offer.domain,
          authCode: values.authCode.trim(),
          autoRenew: values.autoRenew,
          privacyEnabled: values.privacyEnabled && offer.isPrivacyOffered,
          contact: chosenContact(values, contacts),
          maxCredits: offer.credits,
        },
        call,
      ),
    explain: (error) => {
      if (error.status !== 402 && error.code !== 'price_changed') return null;
      void queryClient.invalidateQueries(transferOfferQuery(workspaceId, offer.domain));
      return error.status === 402
        ? "Your balance is too low. You weren't charged."
        : explainNewPrice(error);
    },
    onDone: async (_, values) => {
      forgetUnfinished(workspaceId);
      if (!isKnown(values.contactId) && values.isContactSaved) await saveContact(api, values);
      await navigate({ to: '/$workspaceId/domains/transfers', params: { workspaceId } });
      void refreshWorkspace(workspaceId);
      showToast({ title: 'Transfer started' });
    },
  });
}
