/** Nameservers of customers that fetch the published zone of one domain. Times are machine times. */
import type { TsigAlgorithm } from '@hostmaster/dns/node';
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export const domainSecondaries = table('domain_secondaries', {
  id: text(),
  workspaceId: text(),
  domainId: text(),
  address: text(),
  port: integer(),
  keyName: text(),
  keyAlgorithm: word<TsigAlgorithm>(),
  /** Encrypted. */
  keySecret: text(),
  createdAt: integer(),
  /** The person who added it, or whose key did; null where that is not known. */
  createdBy: nullable(text()),
  /** It last asked for a transfer, from its address and with its key. Null: it gets no NOTIFY yet. */
  askedAt: nullable(integer()),
  /** The version that it was sent last. */
  fetchedAt: nullable(integer()),
  fetchedSerial: nullable(integer()),
  notifiedAt: nullable(integer()),
  notifyAnswer: nullable(word<'taken' | 'refused' | 'unanswered'>()),
});

export type DomainSecondary = EntityOf<typeof domainSecondaries>;
