/** Domains of mail addresses that DNS has shown to belong to an identity provider. */
import { integer, table, text } from '@hostmaster/storage';

export const providerDomains = table('provider_domains', {
  domain: text(),
  issuer: text(),
  /** When DNS last had the record (machine time). */
  provenAt: integer(),
});
