/** DNS records of a domain, in creation order. */
import type { RecordType } from '@hostmaster/dns/records';
import { query, type RecordRow } from '../schema.ts';

const columns = ['id', 'type', 'name', 'ttl_seconds', 'value'] as const;

export const listRecords = query<{ domainId: string }>()(({ db, p }) =>
  db.selectFrom('records').select(columns).where('domain_id', '=', p.domainId).orderBy('id'),
);

export const findRecord = query<{ id: string; domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('records')
    .select(columns)
    .where('id', '=', p.id)
    .where('domain_id', '=', p.domainId),
);

export const insertRecord = query<RecordRow>()(({ db, p }) =>
  db.insertInto('records').values({
    id: p.id,
    domain_id: p.domain_id,
    type: p.type,
    name: p.name,
    ttl_seconds: p.ttl_seconds,
    value: p.value,
    created_at: p.created_at,
  }),
);

export const updateRecord = query<{
  id: string;
  type: RecordType;
  name: string;
  ttlSeconds: number;
  value: string;
}>()(({ db, p }) =>
  db
    .updateTable('records')
    .set({ type: p.type, name: p.name, ttl_seconds: p.ttlSeconds, value: p.value })
    .where('id', '=', p.id),
);

export const deleteRecord = query<{ id: string }>()(({ db, p }) =>
  db.deleteFrom('records').where('id', '=', p.id),
);
