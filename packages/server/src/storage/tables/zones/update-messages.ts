/** Signatures of UPDATE messages that were processed, so that a repeat is recognised. */
import { integer, nullable, table, text } from '@hostmaster/storage';

export const updateMessages = table('update_messages', {
  /** The TSIG MAC, in hex. */
  mac: text(),
  /** What it was answered; null for messages of earlier versions. */
  rcode: nullable(integer()),
  /** Machine time after which the signature is too old anyway. */
  expiresAt: integer(),
});
