/** Refuses what a person's role or a key's scope does not allow: for sessions and keys alike. */
import {
  type Act,
  acts,
  denialOf,
  type Role,
  roleTitles,
  scopeOfAct,
} from '@hostmaster/contract/roles';
import { Refusal } from '../base/errors.ts';
import { type Actor, covers } from './actor.ts';

export function requireAct(actor: Actor, act: Act): void {
  requireRole(actor, act);
  const scope = scopeOfAct(act);
  if (actor.kind === 'api_key' && !covers(actor, scope)) {
    throw new Refusal('forbidden', `This key lacks the ${scope} scope.`);
  }
}

/** What concerns all domains is not for a key that is limited to certain ones. */
export function requireWholeWorkspace({ domainNames }: Actor, verb: string): void {
  if (domainNames === null) return;
  throw new Refusal('forbidden', `This key is limited to certain domains and cannot ${verb}.`);
}

function requireRole({ kind, grant }: Actor, act: Act): void {
  const denial = grant === null ? null : denialOf(grant, act);
  if (grant === null || denial === null) return;
  const isKey = kind !== 'user';
  if (denial === 'limit') {
    const who = isKey ? 'The creator of this key is' : 'You are';
    throw new Refusal(
      'forbidden',
      `${who} limited to certain domains, and this concerns the whole workspace.`,
    );
  }
  const whose = isKey ? 'The role of the creator of this key' : 'Your role';
  throw new Refusal(
    'forbidden',
    `${whose}, ${roleTitles[grant.role]}, does not allow this. It takes ${needed(acts[act].roles)}.`,
  );
}

function needed(roles: readonly Role[]): string {
  const titles = roles.map((role) => roleTitles[role]);
  const last = titles.pop() ?? '';
  return titles.length === 0 ? last : `${titles.join(', ')} or ${last}`;
}
