/**
 * A person who has lost every second factor starts a recovery with the password. It takes 72 hours of the
 * calendar. The person and all owners of their workspaces get mail with a link that stops it; a sign-in
 * with the second factor and a new password stop it too. Then the password finishes it.
 */
import { hash } from 'node:crypto';
import { hourMs } from '@hostmaster/contract/durations';
import { loadList } from '@hostmaster/storage';
import { Refusal } from '../../base/errors.ts';
import { once } from '../../base/once.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { recoveryStarted, secondFactorChanged } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { listOwnersBeside } from '../../storage/queries/people/members.ts';
import { findRecovery, findRecoveryToStop } from '../../storage/queries/people/recoveries.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { readCalendarOffset } from '../../storage/queries/settings/calendar.ts';
import { insert, type RowWrite, remove } from '../../storage/row-write.ts';
import { type Recovery, recoveries } from '../../storage/tables/people/recoveries.ts';
import type { User } from '../../storage/tables/people/users.ts';
import { linkExpired } from '../../users/link-tokens.ts';
import { openRecovery, recoveryEnd } from '../../users/recoveries.ts';
import { newCookieValue } from '../../users/sessions.ts';
import { identityOf, isTicketOf, userIdOf } from '../../users/sign-in-ticket.ts';
import { systemActor } from '../../workspaces/actor.ts';
import { ofAccount, originOf, type VisitorCall } from './account-call.ts';
import { signInExpired } from './complete-sign-in.ts';
import { inEach, loadWorkspaces } from './in-each-workspace.ts';
import { type EnteredSession, loadDevice, replaceSession } from './replace-session.ts';
import {
  factorRemovals,
  hasSecondFactor,
  loadSecondFactors,
  noSecondFactor,
  noticeTo,
} from './second-factor.ts';

const waitMs = 72 * hourMs;

/** Answers with the time at which it can be finished. An open one stays as it is. */
export async function startRecovery(
  call: VisitorCall,
  { ticket }: { readonly ticket: string },
): Promise<number> {
  const { services, now } = call;
  const userId = userIdOf(ticket);
  services.throttle.askForMail(call.address, 'recovery');
  const mayMail = once(() => services.throttle.mayMail(userId, 'recovery'));
  return call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [user, factors, recovery, workspaces, owners, calendar] = await Promise.all([
        reader.first(findUser, { id: userId }),
        loadSecondFactors(reader, userId),
        reader.first(findRecovery, { userId }),
        loadWorkspaces(reader, userId),
        loadList(reader, listOwnersBeside, { userId }),
        reader.first(readCalendarOffset, {}),
      ]);
      return { user, factors, recovery, workspaces, owners, offsetMs: calendar?.offsetMs ?? 0 };
    },
    decide({ user, factors, recovery, workspaces, owners, offsetMs }) {
      const holder = requireTicket(call, user, ticket);
      if (!hasSecondFactor(factors)) throw noSecondFactor();
      const at = now + offsetMs;
      const open = openRecovery(recovery, at);
      if (open !== null) return { answer: open.dueAt, change: noChange };
      if (holder.emailVerifiedAt === null) throw noAddress();
      if (!mayMail()) throw tooManyRecoveries();
      const token = newCookieValue();
      const row = { userId, startedAt: at, dueAt: at + waitMs, stopHash: hashOf(token) };
      const rows = [...recoveryEnd(userId), insert(recoveries, row)];
      const recipients = [
        holder,
        ...owners.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null),
      ];
      return {
        answer: row.dueAt,
        change: combine(
          { rows },
          ...recipients.map((recipient) =>
            warning(call, { user: holder, recipient, token, dueAt: row.dueAt }),
          ),
          inEach(workspaces, {
            origin: originOf(call),
            at,
            fact: { kind: 'member.start_recovery', email: holder.email },
          }),
        ),
      };
    },
  });
}

/** By the link of any of the mails. */
export async function stopRecovery(
  call: VisitorCall,
  { token }: { readonly token: string },
): Promise<void> {
  const { services } = call;
  const stopHash = hashOf(token);
  services.throttle.tryLink(call.address);
  await call.persist({
    ...ofAccount(`recovery ${stopHash}`),
    async load(reader) {
      const recovery = await reader.first(findRecoveryToStop, { stopHash });
      if (recovery === undefined) throw linkExpired();
      const { userId } = recovery;
      const [user, workspaces] = await Promise.all([
        reader.first(findUser, { id: userId }),
        loadWorkspaces(reader, userId),
      ]);
      return { user, recovery, workspaces };
    },
    decide({ user, recovery, workspaces }) {
      if (user === undefined) throw linkExpired();
      const at = call.now + recovery.calendarOffsetMs;
      const by = workspaces.map(({ actor: { workspaceId } }) => ({
        actor: systemActor(workspaceId, 'recovery'),
      }));
      return {
        answer: undefined,
        change: combine(
          { rows: [usedRecovery(recovery)] },
          noticeTo(call, user, secondFactorChanged(services, { change: 'recovery-stopped' })),
          inEach(by, {
            at,
            origin: originOf(call),
            fact: { kind: 'member.stop_recovery', email: user.email },
          }),
        ),
      };
    },
  });
  services.throttle.rightLink(call.address);
}

/** Removes the second factors, ends all sessions and begins one. */
export async function finishRecovery(
  call: VisitorCall,
  { ticket }: { readonly ticket: string },
): Promise<EnteredSession> {
  const { services } = call;
  const userId = userIdOf(ticket);
  services.throttle.tryLink(call.address);
  const entered = await call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [user, recovery, workspaces, isKnownDevice] = await Promise.all([
        reader.first(findUser, { id: userId }),
        reader.first(findRecovery, { userId }),
        loadWorkspaces(reader, userId),
        loadDevice(reader, call, userId),
      ]);
      return { user, recovery, workspaces, isKnownDevice };
    },
    decide({ user, recovery, workspaces, isKnownDevice }) {
      const holder = requireTicket(call, user, ticket);
      const at = call.now + (recovery?.calendarOffsetMs ?? 0);
      const open = openRecovery(recovery, at);
      if (open === null || open.dueAt > at) throw notDue();
      const identity = identityOf(ticket);
      const begun = replaceSession(call, { user: holder, isKnownDevice, identity });
      const notice = secondFactorChanged(services, { change: 'recovered' });
      return {
        answer: begun.answer,
        change: combine(
          { rows: [usedRecovery(open), ...factorRemovals(userId)] },
          noticeTo(call, holder, notice),
          inEach(workspaces, {
            origin: originOf(call),
            at,
            fact: { kind: 'member.finish_recovery', email: holder.email },
          }),
          begun.change,
        ),
      };
    },
  });
  services.throttle.rightLink(call.address);
  return entered;
}

/** One of two requests at the same time stops or finishes it. */
function usedRecovery({ userId, startedAt }: Recovery): RowWrite {
  return remove(recoveries, { userId, startedAt });
}

function warning(
  { services, address, now }: VisitorCall,
  {
    user,
    recipient,
    ...facts
  }: {
    readonly user: User;
    readonly recipient: Pick<User, 'id' | 'email'>;
    readonly token: string;
    readonly dueAt: number;
  },
): Change {
  const notice = recoveryStarted(services, { email: user.email, address, ...facts });
  return {
    mails: [personalMail({ cause: recipient.id, recipient: recipient.email, at: now, notice })],
  };
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

function requireTicket(
  { services, now }: VisitorCall,
  user: User | undefined,
  ticket: string,
): User {
  const { secrets } = services.operations;
  if (user === undefined || !isTicketOf(secrets, { ticket, user, now })) throw signInExpired();
  return user;
}

function notDue(): Refusal {
  return new Refusal(
    'recovery_not_due',
    'There is no recovery that can be finished now. It takes 72 hours, and can be stopped.',
  );
}

function noAddress(): Refusal {
  return new Refusal(
    'recovery_unavailable',
    'This account has no confirmed email address to send a warning to. Ask the operator for help.',
  );
}

function tooManyRecoveries(): Refusal {
  return new Refusal(
    'too_many_attempts',
    'Recovery was started too often. Wait some hours, then try again.',
    { retryAfterSeconds: hourMs / 1_000 },
  );
}
