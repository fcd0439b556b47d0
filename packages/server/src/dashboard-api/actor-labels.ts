/** The names of actors, as people know them. */
import { findApiKeyNames } from '../storage/queries/keys/api-keys.ts';
import { findUserNames } from '../storage/queries/people/users.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { ActorKind } from '../storage/tables/events/activity.ts';

interface KnownActor {
  readonly kind: ActorKind;
  readonly id: string;
}

/** A function that gives each of these actors its name. */
export async function actorLabels(
  reader: HostmasterReader,
  actors: readonly KnownActor[],
): Promise<(actor: KnownActor) => string> {
  const idsOf = (wanted: ActorKind) => [
    ...new Set(actors.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))),
  ];
  const [users, keys] = await Promise.all([
    reader.all(findUserNames, { ids: idsOf('user') }),
    reader.all(findApiKeyNames, { ids: idsOf('api_key') }),
  ]);
  const names = new Map([...users, ...keys].map(({ id, name }) => [id, name]));
  return (actor) => labelOf(actor, names);
}

function labelOf({ kind, id }: KnownActor, names: ReadonlyMap<string, string>): string {
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
