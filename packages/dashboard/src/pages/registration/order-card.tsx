/** The order summary with the submit button. It stays visible beside the form. */

import { MissingCredits, PriceSummary } from '../../credits/price-summary.tsx';
import { shownName } from '../../domains/shown-name.ts';
import type { Quote } from '../../domains/years-choice.tsx';
import { SubmitButton } from '../../forms/form-fields.tsx';
import type { Form } from '../../forms/use-form.ts';
import { counted } from '../../ui/text/counted.ts';
import { formatCredits } from '../../ui/text/credits.tsx';
import { Time } from '../../ui/text/time.tsx';
import type { Offer } from './quote-query.ts';
import type { RegistrationValues } from './registration-draft.ts';

export function OrderCard({
  form,
  offer,
  quote,
}: {
  readonly form: Form<RegistrationValues>;
  readonly offer: Offer;
  readonly quote: Quote;
}) {
  const isShort = offer.balance < quote.credits;
  return (
    <section
      aria-label="Summary"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-card lg:sticky lg:top-6"
    >
      <div>
        <h2 className="text-md font-semibold break-all">{shownName(offer.domain)}</h2>
        <p className="text-sm text-ink-muted">
          {counted(quote.years, 'year')}, until <Time at={quote.expiresAt} />
        </p>
      </div>
      <PriceSummary credits={quote.credits} balance={offer.balance} />
      {isShort && (
        <MissingCredits
          credits={quote.credits}
          balance={offer.balance}
          purchase={{ kind: 'registration', domain: offer.domain }}
        />
      )}
      <SubmitButton form={form} size="lg" disabled={isShort}>
        {`Register for ${formatCredits(quote.credits)}`}
      </SubmitButton>
      <p className="text-sm text-pretty text-ink-muted">
        Renews at {formatCredits(offer.renewCredits)} a year. If the registry declines, you get a
        full refund.
      </p>
    </section>
  );
}
