/** Activity entries with the actor's name and a text. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { findApiKeyNames } from '../storage/queries/api-keys.ts';
import { findUserNames } from '../storage/queries/users.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type ActivityView, readActivity, readActivityOf } from '../workspaces/activity.ts';
import { activityText } from './activity-text.ts';
import type { Handlers } from './handler.ts';

type ShownEntry = DashboardOutput<'listActivity'>['entries'][number];

const pageSize = 50;

export const activityHandlers = {
  async listActivity({ services, call }, input) {
    const { database } = services;
    const { workspaceId } = call.actor;
    const before = input.before === undefined ? {} : { before: input.before };
    if (input.domain !== undefined) {
      const subject = normaliseDomainName(input.domain) ?? '';
      const page = await readActivityOf(database, {
        workspaceId,
        subject,
        ...before,
        limit: pageSize,
      });
      return { entries: await shownEntries(database, page.entries), next: page.next };
    }
    const entries = await readActivity(database, { workspaceId, ...before, limit: pageSize });
    return {
      entries: await shownEntries(database, entries),
      next: entries.length < pageSize ? null : (entries.at(-1)?.id ?? null),
    };
  },
} satisfies Partial<Handlers>;

export async function shownEntries(
  reader: HostmasterReader,
  entries: readonly ActivityView[],
): Promise<ShownEntry[]> {
  const idsOf = (kind: string) => [
    ...new Set(entries.flatMap(({ actor }) => (actor.kind === kind ? [actor.id] : []))),
  ];
  const [users, keys] = await Promise.all([
    reader.all(findUserNames, { ids: idsOf('user') }),
    reader.all(findApiKeyNames, { ids: idsOf('api_key') }),
  ]);
  const names = new Map([...users, ...keys].map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    const { kind, id } = entry.actor;
    const actor = { kind, id, label: labelOf(kind, id, names) };
    return { ...entry, actor, text: activityText(entry) };
  });
}

function labelOf(
  kind: ShownEntry['actor']['kind'],
  id: string,
  names: ReadonlyMap<string, string>,
): string {
  switch (kind) {
    case 'user':
      return names.get(id) ?? 'A former member';
    case 'api_key':
      return `API token ${names.get(id) ?? id}`;
    case 'update_key':
      return `UPDATE key ${id}`;
    case 'operator':
      return 'The operator';
    case 'system':
      return 'Hostmaster';
  }
}
