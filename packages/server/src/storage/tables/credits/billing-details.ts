/** What the next receipts of a workspace say about it. */
import { json, nullable, table, text } from '@hostmaster/storage';

export const billingDetails = table('billing_details', {
  workspaceId: text(),
  name: text(),
  /** Lines. */
  address: json<readonly string[]>(),
  taxNumber: nullable(text()),
});
