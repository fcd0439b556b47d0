/** Holds of domains whose registrant has not confirmed the address. An operator's hold stays as it is. */
import { newId } from '../../base/ids.ts';
import { type Change, noChange } from '../../changes/change.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import { systemActor } from '../../workspaces/actor.ts';
import { decideHold, type LoadedHold } from '../domains/hold-domain.ts';

interface HoldTime {
  /** Calendar time. */
  readonly at: number;
  readonly links: NoticeLinks;
}

export function holdUnconfirmed(loaded: LoadedHold, { at, links }: HoldTime): Change {
  if (loaded.before?.isHeld === true) return noChange;
  const reason = 'The registrant has not confirmed the email address.';
  const hold = { isHeld: true, reason, cause: 'registrant', links } as const;
  return decideHold(callOf(loaded, at), loaded, hold);
}

/** Only a hold that the missing confirmation has caused. */
export function liftUnconfirmed(loaded: LoadedHold, { at, links }: HoldTime): Change {
  const { before } = loaded;
  if (before?.isHeld !== true || before.cause !== 'registrant') return noChange;
  const reason = 'The registrant has confirmed the email address.';
  return decideHold(callOf(loaded, at), loaded, { isHeld: false, reason, cause: null, links });
}

function callOf({ domain }: LoadedHold, now: number) {
  const actor = systemActor(domain.workspaceId, 'registrant-address');
  return { actor, now, operationId: newId('act') };
}
