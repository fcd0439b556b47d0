/** Nameservers that fetch zones from this service. */
import type { TsigAlgorithm } from '@hostmaster/dns/node';
import { integer, json, text, word } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

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
});

export type StoredSecondary = EntityOf<typeof secondaries>;
