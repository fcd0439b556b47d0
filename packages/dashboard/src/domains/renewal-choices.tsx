/** What an order of a domain asks besides its owner: automatic renewal, and privacy where it exists. */
import type { Form } from '../forms/use-form.ts';
import { Switch } from '../ui/controls/switch.tsx';
import { formatCredits } from '../ui/text/credits.tsx';

interface RenewalValues {
  readonly autoRenew: boolean;
  readonly privacyEnabled: boolean;
}

export function RenewalChoices<V extends RenewalValues>({
  form: whole,
  offer,
}: {
  readonly form: Form<V>;
  readonly offer: { readonly renewCredits: number; readonly isPrivacyOffered: boolean };
}) {
  // Only these two values of the form are used.
  const form = whole as unknown as Form<RenewalValues>;
  const { autoRenew, privacyEnabled } = form.values;
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4">
      <Switch
        label="Auto-renew"
        hint={`Renews two weeks before expiry for one year at ${formatCredits(offer.renewCredits)}, if your balance covers it.`}
        isOn={autoRenew}
        onChange={(isOn) => form.set('autoRenew', isOn)}
      />
      {offer.isPrivacyOffered && (
        <Switch
          label="WHOIS privacy"
          hint="Hides the owner's details in public lookups."
          isOn={privacyEnabled}
          onChange={(isOn) => form.set('privacyEnabled', isOn)}
        />
      )}
    </div>
  );
}
