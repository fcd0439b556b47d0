/** Name, address and tax number of one side of a receipt, in any script. */
import type { BillingParty } from './receipts-query.ts';

export function BillingPartyView({ party }: { readonly party: BillingParty }) {
  const { name, address, taxNumber } = party;
  return (
    <div className="min-w-0 text-left wrap-anywhere">
      <p dir="auto" className="font-medium">
        {name}
      </p>
      {address.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
        <p key={index} dir="auto">
          {line}
        </p>
      ))}
      {taxNumber !== null && <p className="mt-2 text-ink-muted">Tax number: {taxNumber}</p>}
    </div>
  );
}
