/** The message queue of each sponsor. */
import { type EntityOf, integer, json, table, text } from '@hostmaster/storage';
import type { ObjectTransfer } from './objects.ts';

export type RegistryEvent =
  | {
      readonly kind: 'decision';
      readonly name: string;
      readonly succeeded: boolean;
      readonly clientTransactionId: string | null;
      readonly transactionId: string;
    }
  | { readonly kind: 'auto-renewed'; readonly name: string }
  | { readonly kind: 'transfer'; readonly name: string; readonly transfer: ObjectTransfer };

export const messages = table('messages', {
  sponsor: text(),
  /** Increases with time. */
  id: text(),
  queuedAt: integer(),
  text: text(),
  event: json<RegistryEvent>(),
});

export type QueuedMessage = EntityOf<typeof messages>;
