/** Nameservers that fetch zones from this service. */
import type { TsigAlgorithm } from '@hostmaster/dns/node';
import { type EntityOf, integer, json, nullable, table, text, word } from '@hostmaster/storage';

export const secondaries = table('secondaries', {
  name: text(),
  address: text(),
  port: integer(),
  keyName: text(),
  keyAlgorithm: word<TsigAlgorithm>(),
  /** Encrypted. */
  keySecret: text(),
  createdAt: integer(),
  /** `axfr`: whole zones only, whatever it asks for. */
  transfers: word<'ixfr' | 'axfr'>(),
  /** Besides the first. */
  otherAddresses: json<readonly { readonly address: string; readonly port: number }[]>(),
  /** `only`: transfers without TLS are refused. */
  tls: word<'optional' | 'only'>(),
  /** SHA-256 of the public key of its client certificate, in base64; null when any will do. */
  tlsKey: nullable(text()),
  /** Machine time at which it last answered, whatever it was asked. */
  reachedAt: nullable(integer()),
  /** Null while it answers. */
  unreachableSince: nullable(integer()),
});

export type StoredSecondary = EntityOf<typeof secondaries>;
