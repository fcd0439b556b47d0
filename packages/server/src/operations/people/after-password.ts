/** What follows a right or new password: a session, or the question for the second factor. */
import { combine } from '../../changes/change.ts';
import type { Decided } from '../../changes/persist.ts';
import { findRecovery } from '../../storage/queries/people/recoveries.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/people/users.ts';
import { openRecovery } from '../../users/recoveries.ts';
import { newTicket } from '../../users/sign-in-ticket.ts';
import type { VisitorCall } from './account-call.ts';
import { loadOwnWorkspaces, type OwnWorkspaces, ownDeed } from './in-each-workspace.ts';
import { type EnteredSession, loadDevice, replaceSession } from './replace-session.ts';
import {
  hasSecondFactor,
  hasTotp,
  loadSecondFactors,
  type SecondFactors,
} from './second-factor.ts';

/** With a ticket no session has begun. */
export type SignInStep =
  | EnteredSession
  | {
      readonly ticket: string;
      readonly methods: readonly ('totp' | 'passkey')[];
      /** When an open recovery can be finished (calendar time). */
      readonly recoveryDueAt: number | null;
    };

interface LoadedSignIn {
  readonly isKnownDevice: boolean;
  readonly factors: SecondFactors;
  readonly recoveryDueAt: number | null;
  readonly own: OwnWorkspaces;
}

export async function loadSignIn(
  reader: HostmasterReader,
  call: VisitorCall,
  userId: string,
): Promise<LoadedSignIn> {
  const [isKnownDevice, factors, recovery, own] = await Promise.all([
    loadDevice(reader, call, userId),
    loadSecondFactors(reader, userId),
    reader.first(findRecovery, { userId }),
    loadOwnWorkspaces(reader, userId),
  ]);
  const open = openRecovery(recovery, call.now + (recovery?.calendarOffsetMs ?? 0));
  return { isKnownDevice, factors, recoveryDueAt: open?.dueAt ?? null, own };
}

export function afterPassword(
  call: VisitorCall,
  {
    factors,
    user,
    recoveryDueAt,
    own,
    ...begin
  }: LoadedSignIn & { readonly user: User; readonly isReported?: true },
): Decided<SignInStep> {
  if (!hasSecondFactor(factors)) {
    const begun = replaceSession(call, { user, ...begin });
    const deed = ownDeed(call, own, { kind: 'member.sign_in', email: user.email }, 'password');
    return { answer: begun.answer, change: combine(begun.change, deed) };
  }
  const ticket = newTicket(call.services.operations.secrets, { user, now: call.now });
  return { answer: secondFactorStep(ticket, { factors, recoveryDueAt }), change: {} };
}

export function secondFactorStep(
  ticket: string,
  { factors, recoveryDueAt }: Pick<LoadedSignIn, 'factors' | 'recoveryDueAt'>,
): SignInStep {
  const methods = [
    ...(hasTotp(factors) ? (['totp'] as const) : []),
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
  ];
  return { ticket, methods, recoveryDueAt };
}
