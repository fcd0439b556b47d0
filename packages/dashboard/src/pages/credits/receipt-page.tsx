/** A receipt as it was issued, to print: on paper the page has no navigation and no buttons. */
import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Detail, Details } from '../../ui/layout/details.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { formatCredits } from '../../ui/text/credits.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { BillingPartyView } from './billing-party-view.tsx';
import { type Receipt, receiptQuery } from './receipts-query.ts';

export function ReceiptPage({ number }: { readonly number: string }) {
  const { workspaceId } = useWorkspace();
  const query = useQuery(receiptQuery(workspaceId, number));
  return (
    <Page
      title={query.data === undefined ? 'Receipt' : `Receipt ${query.data.receipt.label}`}
      breadcrumb={
        <TextLink to="/$workspaceId/credits/receipts/{-$number}" params={{ workspaceId }}>
          Receipts
        </TextLink>
      }
      width="narrow"
      actions={query.data !== undefined && <ReceiptActions number={number} />}
    >
      <QueryView query={query} loading={<Skeleton className="h-96" />}>
        {({ receipt }) => <ReceiptView receipt={receipt} />}
      </QueryView>
    </Page>
  );
}

function ReceiptActions({ number }: { readonly number: string }) {
  const { api } = useWorkspace();
  return (
    <>
      <a href={api.urlOf('downloadReceipt', { number })} download className={buttonClass({})}>
        <Download className="size-4 shrink-0" aria-hidden="true" />
        Download PDF
      </a>
      <Button icon={Printer} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

function ReceiptView({ receipt }: { readonly receipt: Receipt }) {
  const { label, credits, currency, paidAt, issuedAt, topUpId, paymentRef, isTest } = receipt;
  const amount = `${credits.toFixed(2)} ${currency}`;
  return (
    <>
      {isTest && (
        <Banner tone="warn" title="Test payment">
          This receipt is from the sandbox. No money was paid.
        </Banner>
      )}
      <Card>
        <div className="grid gap-6 pt-2 sm:grid-cols-2">
          <Side title="From">
            <BillingPartyView party={receipt.seller} />
          </Side>
          <Side title="To">
            <BillingPartyView party={receipt.buyer} />
          </Side>
        </div>
        <table className="my-6 w-full border-y border-line text-left">
          <thead>
            <tr className="border-b border-line text-sm text-ink-muted">
              <th scope="col" className="py-2 pr-4 font-normal">
                Description
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td className="py-2 pr-4">{formatCredits(credits)} added to the balance</td>
              <td className="figures py-2 text-right whitespace-nowrap">{amount}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr className="border-t border-line font-semibold">
              <th scope="row" className="py-2 pr-4">
                Total paid
              </th>
              <td className="figures py-2 text-right whitespace-nowrap">{amount}</td>
            </tr>
          </tfoot>
        </table>
        <Details>
          <Detail label="Receipt number">{label}</Detail>
          <Detail label="Date of payment">{dayOf(paidAt)}</Detail>
          <Detail label="Date of issue">{dayOf(issuedAt)}</Detail>
          <Detail label="Top-up">
            <span className="wrap-anywhere">{topUpId}</span>
          </Detail>
          {paymentRef !== null && (
            <Detail label="Payment">
              <span className="wrap-anywhere">{paymentRef}</span>
            </Detail>
          )}
        </Details>
      </Card>
    </>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-sm text-ink-muted">{title}</h2>
      {children}
    </section>
  );
}

/** In UTC, the same on every screen and on paper. */
function dayOf(at: string): string {
  return at.slice(0, 10);
}
