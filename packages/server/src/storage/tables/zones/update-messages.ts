/** Signatures of UPDATE messages that were processed, so that a repeat is recognised. */
import { integer, table, text } from '@hostmaster/storage';

export const updateMessages = table('update_messages', {
  /** The TSIG MAC, in hex. */
  mac: text(),
  /** Machine time after which the signature is too old anyway. */
  expiresAt: integer(),
});
