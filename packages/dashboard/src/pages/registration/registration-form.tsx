/** The form of a registration. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useSession } from '../../api/session.ts';
import type { Account } from '../../api/session-store.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { completeContact } from '../../contacts/complete-contact.ts';
import { ContactCard } from '../../contacts/contact-card.tsx';
import { checkContact, type SavedContact } from '../../contacts/contact-values.ts';
import { chosenContact, newContact } from '../../contacts/owner-choice.ts';
import { saveContact } from '../../contacts/save-contact.ts';
import { explainNewPrice, priceShown, quoteFor } from '../../credits/price-shown.ts';
import { forgetUnfinished } from '../../credits/unfinished-purchase.ts';
import { lookAlikeOf } from '../../domains/look-alike.ts';
import { RenewalChoices } from '../../domains/renewal-choices.tsx';
import { YearsChoice } from '../../domains/years-choice.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { OrderCard } from './order-card.tsx';
import { type Offer, quoteQuery } from './quote-query.ts';
import {
  draftKey,
  forgetDraft,
  initialValues,
  keepDraft,
  type RegistrationValues,
  readDraft,
} from './registration-draft.ts';

export function RegistrationForm({
  offer,
  contacts,
}: {
  readonly offer: Offer;
  readonly contacts: readonly SavedContact[];
}) {
  const form = useRegistration(offer, contacts);
  const { values } = form;
  const quote = quoteFor(offer.quotes, values.years);
  if (quote === undefined) return null;
  const lookAlike = lookAlikeOf(offer.domain);
  return (
    <FormView form={form} label={`Register ${offer.domain}`} className="gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {lookAlike !== null && (
            <Banner tone="warn" title={`Looks like ${lookAlike}, but is a different name`}>
              Its letters are from another script. People may mistake it for {lookAlike}, and many
              browsers show it as <span className="font-mono break-all">{offer.domain}</span>.
            </Banner>
          )}
          <Card title="Registration period">
            <YearsChoice
              quotes={offer.quotes}
              value={quote.years}
              onChange={(years) => form.set('years', years)}
            />
            <RenewalChoices form={form} offer={offer} />
          </Card>
          <ContactCard form={form} contacts={contacts} />
        </div>
        <OrderCard form={form} offer={offer} quote={quote} />
      </div>
    </FormView>
  );
}

function useRegistration(offer: Offer, contacts: readonly SavedContact[]) {
  const { api, workspaceId } = useWorkspace();
  const { account } = useSession();
  const navigate = useNavigate();
  const key = draftKey({ accountId: account.id, workspaceId, domain: offer.domain });
  const known = (id: string) => contacts.find((contact) => contact.id === id);
  const form = useForm({
    initial: startValues(key, contacts, account),
    complete: completeContact,
    validate: (values) => (known(values.contactId) === undefined ? checkContact(values) : {}),
    submit: (values, call) =>
      api.registerDomain(
        {
          domain: offer.domain,
          years: values.years,
          autoRenew: values.autoRenew,
          privacyEnabled: values.privacyEnabled && offer.isPrivacyOffered,
          contact: chosenContact(values, contacts),
          ...priceShown(quoteFor(offer.quotes, values.years)),
        },
        call,
      ),
    explain: (error) => {
      if (error.status !== 402 && error.status !== 409) return null;
      // The price, balance or availability on the page is outdated.
      void queryClient.invalidateQueries(quoteQuery(workspaceId, offer.domain));
      if (error.code === 'price_changed') return explainNewPrice(error);
      return error.status === 402
        ? "Your balance is too low. You weren't charged."
        : "Someone else just registered this domain. You weren't charged.";
    },
    onDone: async ({ domain }, values) => {
      forgetDraft(key);
      forgetUnfinished(workspaceId);
      if (known(values.contactId) === undefined && values.isContactSaved) {
        await saveContact(api, values);
      }
      await navigate({
        to: '/$workspaceId/domains/$domain',
        params: { workspaceId, domain: domain.name },
      });
      void refreshWorkspace(workspaceId);
    },
  });

  useEffect(() => {
    if (form.isChanged) keepDraft(key, form.values);
  }, [key, form.isChanged, form.values]);
  return form;
}

/** A saved contact that was deleted since the draft is dropped. */
function startValues(
  key: string,
  contacts: readonly SavedContact[],
  account: Account,
): RegistrationValues {
  const [first] = contacts;
  const values = readDraft(key, initialValues(first?.id ?? newContact, account));
  const isKnown = contacts.some(({ id }) => id === values.contactId);
  return isKnown ? values : { ...values, contactId: newContact };
}
