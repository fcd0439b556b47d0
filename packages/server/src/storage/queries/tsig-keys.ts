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
    created_by: p.created_by,
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
    .leftJoin('users', 'users.id', 'tsig_keys.created_by')
    .select([
      'tsig_keys.name',
      'tsig_keys.domain_name',
      'tsig_keys.name_pattern',
      'tsig_keys.types',
      'tsig_keys.algorithm',
      'tsig_keys.created_at',
      'tsig_keys.expires_at',
      'tsig_keys.revoked_at',
      'tsig_keys.last_used_at',
      'users.name as creator',
    ])
    .where('tsig_keys.workspace_id', '=', p.workspaceId)
    .orderBy('tsig_keys.created_at')
    .orderBy('tsig_keys.name'),
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
