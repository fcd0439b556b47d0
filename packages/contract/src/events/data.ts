/** What the data of events has in common. */
import { type TProperties, Type } from 'typebox';

const actorKinds = ['api_key', 'user', 'update_key', 'operator', 'system'] as const;

const actor = Type.Object(
  { kind: Type.Enum([...actorKinds]), id: Type.String() },
  { description: 'Who made the change.' },
);

/** Every event names its actor. */
export function data<P extends TProperties>(properties: P) {
  return Type.Object({ actor, ...properties });
}

export const reason = Type.String({ description: 'Why, for people to read.' });
