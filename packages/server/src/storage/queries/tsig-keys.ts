/** TSIG keys that change records by DNS UPDATE. */
import { query, type TsigKeyRow } from '../schema.ts';

export const insertTsigKey = query<Omit<TsigKeyRow, 'revoked_at' | 'last_used_at'>>()(({ db, p }) =>
  db.insertInto('tsig_keys').values({
    name: p.name,
    workspace_id: p.workspace_id,
    domain_name: p.domain_name,
    name_pattern: p.name_pattern,
    types: p.types,
    algorithm: p.algorithm,
    secret: p.secret,
    created_at: p.created_at,
    expires_at: p.expires_at,
    revoked_at: null,
    last_used_at: null,
  }),
);

/** One query per UPDATE: the key and the calendar's offset. */
export const findTsigKey = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .selectAll('tsig_keys')
    .select('calendar.offset_ms')
    .where('tsig_keys.name', '=', p.name),
);

export const listTsigKeys = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .select([
      'name',
      'domain_name',
      'name_pattern',
      'types',
      'algorithm',
      'created_at',
      'expires_at',
      'revoked_at',
      'last_used_at',
    ])
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('created_at')
    .orderBy('name'),
);

export const revokeTsigKey = query<{ name: string; revokedAt: number }>()(({ db, p }) =>
  db
    .updateTable('tsig_keys')
    .set({ revoked_at: p.revokedAt })
    .where('name', '=', p.name)
    .where('revoked_at', 'is', null)
    .returning(['workspace_id', 'domain_name']),
);

export const touchTsigKey = query<{ name: string; usedAt: number }>()(({ db, p }) =>
  db.updateTable('tsig_keys').set({ last_used_at: p.usedAt }).where('name', '=', p.name),
);
