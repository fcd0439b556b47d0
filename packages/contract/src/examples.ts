/** One example request and response per endpoint, shown in the OpenAPI document. Tests validate them. */
import type { Endpoints } from './endpoints.ts';
import { accountExamples } from './examples/account.ts';
import { bulkExamples } from './examples/bulk.ts';
import { changeExamples } from './examples/changes.ts';
import { dnssecExamples } from './examples/dnssec.ts';
import { domainSecondaryExamples } from './examples/domain-secondaries.ts';
import { domainTagExamples } from './examples/domain-tags.ts';
import { domainExamples } from './examples/domains.ts';
import { eventExamples } from './examples/events.ts';
import { incomingTransferExamples } from './examples/incoming-transfers.ts';
import { mailCheckExamples } from './examples/mail-check.ts';
import { priceExamples } from './examples/prices.ts';
import { receiptExamples } from './examples/receipts.ts';
import { recordExamples } from './examples/records.ts';
import { searchExamples } from './examples/search.ts';
import type { Examples } from './examples/shape.ts';
import { soaExamples } from './examples/soa.ts';
import { spendingExamples } from './examples/spending.ts';
import { templateExamples } from './examples/templates.ts';
import { transferExamples } from './examples/transfers.ts';
import { webhookExamples } from './examples/webhooks.ts';

export type { Example } from './examples/shape.ts';

export const examples: Examples<Endpoints> = {
  ...domainExamples,
  ...domainTagExamples,
  ...priceExamples,
  ...transferExamples,
  ...incomingTransferExamples,
  ...recordExamples,
  ...changeExamples,
  ...soaExamples,
  ...searchExamples,
  ...templateExamples,
  ...mailCheckExamples,
  ...bulkExamples,
  ...eventExamples,
  ...domainSecondaryExamples,
  ...dnssecExamples,
  ...webhookExamples,
  ...receiptExamples,
  ...spendingExamples,
  ...accountExamples,
};
