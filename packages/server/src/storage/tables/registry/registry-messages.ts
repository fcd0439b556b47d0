/** Messages of registries, stored before they are acknowledged. */
import { flag, integer, nullable, table, text } from '@hostmaster/storage';

export const registryMessages = table('registry_messages', {
  id: text(),
  registry: text(),
  messageId: text(),
  queuedAt: integer(),
  receivedAt: integer(),
  text: text(),
  /** The domain that the message names, where that could be read. */
  name: nullable(text()),
  /** The send whose pending outcome it reports. */
  clientTransaction: nullable(text()),
  succeeded: nullable(flag()),
  /** As it came, in XML. */
  payload: text(),
});
