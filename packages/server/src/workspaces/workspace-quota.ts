/** How many keys, members, contacts, open transfers and unpaid top-ups a workspace may have. */
import { dayMs } from '@hostmaster/contract/durations';
import { quotaExceeded } from '../base/errors.ts';
import type { Limits } from '../base/limits.ts';
import { findStream } from '../storage/queries/events/events.ts';
import { sumPreparedBytes } from '../storage/queries/records/records.ts';
import {
  countApiKeys,
  countContacts,
  countMembers,
  countOpenBulks,
  countOpenTopUps,
  countOpenTransfers,
  countUpdateKeys,
  countWebhooks,
  lockWorkspace,
  sumBulkDomains,
} from '../storage/queries/workspaces/workspace-quotas.ts';
import type { HostmasterReader } from '../storage/schema.ts';

const quotas = {
  apiKeys: {
    query: countApiKeys,
    what: 'valid API keys in one workspace',
    advice: 'Revoke keys that are no longer used.',
  },
  updateKeys: {
    query: countUpdateKeys,
    what: 'valid dynamic DNS keys in one workspace',
    advice: 'Revoke keys that are no longer used.',
  },
  members: {
    query: countMembers,
    what: 'members in one workspace',
    advice: 'Remove members who no longer need access.',
  },
  contacts: {
    query: countContacts,
    what: 'saved contacts in one workspace',
    advice: 'Delete contacts that are no longer used.',
  },
  webhooks: {
    query: countWebhooks,
    what: 'webhooks in one workspace',
    advice: 'Delete webhooks that are no longer used.',
  },
  openTransfers: {
    query: countOpenTransfers,
    what: 'open transfers in one workspace',
    advice: 'Wait until some of them have ended.',
  },
  openBulks: {
    query: countOpenBulks,
    what: 'open bulk operations in one workspace',
    advice: 'Wait until one of them has ended, or cancel one.',
  },
  bulkDomainsPerDay: {
    query: sumBulkDomains,
    what: 'domains in bulk operations of one workspace within 24 hours',
    advice: 'Try again later.',
  },
  openTopUps: {
    query: countOpenTopUps,
    what: 'unpaid top-ups in one workspace within 24 hours',
    advice: 'Pay one of them, or try again later.',
  },
} as const;

export type Quota = keyof typeof quotas;

interface Asked {
  readonly workspaceId: string;
  /** Machine time: expired keys do not count. */
  readonly now: number;
}

/** How much of a quota is used. Locks the workspace, so that requests at the same time count each other. */
export async function loadUse(
  reader: HostmasterReader,
  quota: Quota,
  asked: Asked,
): Promise<number> {
  const [, used] = await Promise.all([
    reader.first(lockWorkspace, { id: asked.workspaceId }),
    count(reader, quota, asked),
  ]);
  return used;
}

async function count(
  reader: HostmasterReader,
  quota: Quota,
  { workspaceId, now }: Asked,
): Promise<number> {
  const found = await reader.first(quotas[quota].query, { workspaceId, now, dayAgo: now - dayMs });
  return Number(found?.count ?? 0);
}

/** How much a workspace uses of the quotas that its people see. */
export async function readUse(reader: HostmasterReader, asked: Asked) {
  const { workspaceId } = asked;
  const [apiKeys, updateKeys, contacts, webhooks, openTransfers, prepared, stream] =
    await Promise.all([
      count(reader, 'apiKeys', asked),
      count(reader, 'updateKeys', asked),
      count(reader, 'contacts', asked),
      count(reader, 'webhooks', asked),
      count(reader, 'openTransfers', asked),
      reader.first(sumPreparedBytes, { workspaceId }),
      reader.first(findStream, { workspaceId }),
    ]);
  return {
    apiKeys,
    updateKeys,
    contacts,
    webhooks,
    openTransfers,
    preparedBytes: Number(prepared?.bytes ?? 0),
    eventBytesPerWorkspace: stream?.bytes ?? 0,
  };
}

export function requireRoomFor<Q extends Quota>(
  quota: Q,
  used: number,
  limits: Pick<Limits, Q>,
): void {
  const { what, advice } = quotas[quota];
  const max = limits[quota];
  if (used >= max) throw quotaExceeded(`${max} ${what}`, advice);
}
