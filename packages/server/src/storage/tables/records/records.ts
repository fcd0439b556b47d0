/** DNS records as their owner saved them. */
import type { RecordType } from '@hostmaster/dns/records';
import { type EntityOf, integer, table, text, word } from '@hostmaster/storage';

export const records = table('records', {
  id: text(),
  domainId: text(),
  type: word<RecordType>(),
  /** Relative to the domain; `@` for the apex. */
  name: text(),
  ttlSeconds: integer(),
  value: text(),
  createdAt: integer(),
});

export type RecordEntity = EntityOf<typeof records>;
/** What a customer sees of a record. */
export type StoredRecord = Pick<RecordEntity, 'id' | 'type' | 'name' | 'ttlSeconds' | 'value'>;
