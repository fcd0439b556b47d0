/** The most that a key or a member may spend in a calendar month, as members set it in the dashboard. */
import { invalidRequest, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { centsToCredits, creditsToCents } from '../base/money.ts';
import type { Change } from '../changes/change.ts';
import { type ChangeWork, changeWork } from '../changes/persist.ts';
import type { Fact } from '../facts/fact.ts';
import { lockApiKey } from '../storage/queries/keys/api-keys.ts';
import { findMember, findNamedMember } from '../storage/queries/people/members.ts';
import { insert, type RowWrite, removeAll } from '../storage/row-write.ts';
import { spendingCaps } from '../storage/tables/credits/spending-caps.ts';
import { type Actor, revokerIn } from './actor.ts';
import { requireAct } from './permission.ts';

/** `capCents` is null where there is none any more. */
interface CapChange {
  readonly actor: Actor;
  /** Calendar time. */
  readonly at: number;
  readonly capCents: number | null;
}

/** Null for no cap. */
export function parseCap(cap: number | null): number | null {
  if (cap === null) return null;
  const cents = creditsToCents(cap);
  if (cents !== null) return cents;
  throw invalidRequest({ path: 'cap', message: 'must have at most two decimals' });
}

/** Members cap the keys that they see: their own, or all. */
export function capKey(change: CapChange & { readonly keyId: string }): ChangeWork<unknown, void> {
  const { actor, keyId, capCents } = change;
  return changeWork({
    keys: [`key ${keyId}`],
    owner: actor.workspaceId,
    commit: 'shared',
    load: (reader) => reader.first(lockApiKey, { id: keyId }),
    decide(key) {
      if (key === undefined || revokerIn(actor, key) === null) throw keyNotFound();
      const { name, prefix } = key;
      const credits = capCents === null ? null : centsToCredits(capCents);
      const fact = { kind: 'key.cap', keyId, name, prefix, credits } as const;
      return { answer: undefined, change: capped(change, keyId, fact) };
    },
  });
}

/** Only owners cap owners. The own cap is an owner's matter, too: it would not be one otherwise. */
export function capMember(
  change: CapChange & { readonly userId: string },
): ChangeWork<unknown, void> {
  const { actor, userId, capCents } = change;
  const key = { userId, workspaceId: actor.workspaceId };
  return changeWork({
    keys: [`workspace ${actor.workspaceId}`],
    owner: actor.workspaceId,
    commit: 'shared',
    async load(reader) {
      const [user, member] = await Promise.all([
        reader.first(findNamedMember, key),
        reader.first(findMember, key),
      ]);
      return { user, member };
    },
    decide({ user, member }) {
      if (user === undefined || member === undefined) throw memberNotFound();
      const isForOwners = member.role === 'owner' || userId === actor.id;
      requireAct(actor, isForOwners ? 'owners.manage' : 'members.manage');
      const credits = capCents === null ? null : centsToCredits(capCents);
      const fact = { kind: 'member.cap', email: user.email, credits } as const;
      return { answer: undefined, change: capped(change, userId, fact) };
    },
  });
}

function capped({ actor, at, capCents }: CapChange, spenderId: string, fact: Fact): Change {
  return {
    rows: capRows({ workspaceId: actor.workspaceId, spenderId }, capCents),
    facts: [{ id: newId('act'), at, actor, fact }],
  };
}

export function capRows(
  spender: { readonly workspaceId: string; readonly spenderId: string },
  capCents: number | null,
): readonly RowWrite[] {
  const removed = removeAll(spendingCaps, spender);
  return capCents === null ? [removed] : [removed, insert(spendingCaps, { ...spender, capCents })];
}

export function keyNotFound(): Refusal {
  return new Refusal('key_not_found', "This key doesn't exist in this workspace.");
}

export function memberNotFound(): Refusal {
  return new Refusal('member_not_found', 'There is no such member in this workspace.');
}
