/** A signed-in person links an identity of a provider, unlinks it, or confirms the session with it. */
import { quotaExceeded, Refusal } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { fixedLimits } from '../../../base/limits.ts';
import { combine } from '../../../changes/change.ts';
import { identityUnlinked } from '../../../notices/account-notices.ts';
import { findIdentity, listIdentities } from '../../../storage/queries/people/identities.ts';
import { insert, remove, update } from '../../../storage/row-write.ts';
import { identities } from '../../../storage/tables/people/identities.ts';
import { sessions } from '../../../storage/tables/people/sessions.ts';
import { providerAnswerInvalid } from '../../../users/identity-provider.ts';
import { requireRecentFactor } from '../../../users/sessions.ts';
import { type AccountCall, ofAccount, originOf, type VisitorCall } from '../account-call.ts';
import { inEach, loadWorkspaces } from '../in-each-workspace.ts';
import { loadOwnUser } from '../own-user.ts';
import { hasSecondFactor, loadSecondFactors, noticeTo } from '../second-factor.ts';
import { type FinishedAttempt, finished, isFinished } from './provider-attempt.ts';
import { countsAsFactor, linked, linkFact } from './provider-sign-in.ts';

/** The person who began the attempt, in the same browser; null for any other. */
export function personOf(
  call: VisitorCall,
  { attempt }: Pick<FinishedAttempt, 'attempt'>,
): AccountCall | null {
  const { session } = call;
  if (session === null || attempt.userId !== session.userId) return null;
  return { ...call, accountId: session.userId, sessionId: session.id };
}

/** The start of the attempt needed a step-up. An identity belongs to one account. */
export async function linkIdentity(
  call: AccountCall,
  { provider, attempt, claims }: FinishedAttempt,
): Promise<void> {
  const user = await loadOwnUser(call);
  const { issuer } = provider;
  const { subject, email } = claims;
  const { now } = call;
  await call.persist({
    ...ofAccount(user.id),
    async load(reader) {
      const [isUsed, holder, own, workspaces] = await Promise.all([
        isFinished(reader, attempt),
        reader.first(findIdentity, { issuer, subject }),
        reader.all(listIdentities, { userId: user.id }),
        loadWorkspaces(reader, user.id),
      ]);
      return { isUsed, holder, own, workspaces };
    },
    decide({ isUsed, holder, own, workspaces }) {
      if (isUsed) throw providerAnswerInvalid(provider.name);
      if (holder !== undefined) throw identityTaken(holder.userId === user.id);
      if (own.length >= fixedLimits.identitiesPerAccount) {
        throw quotaExceeded(
          `${fixedLimits.identitiesPerAccount} linked sign-ins of one account`,
          'Unlink one that is no longer used.',
        );
      }
      const row = insert(identities, {
        id: newId('idn'),
        issuer,
        subject,
        userId: user.id,
        origin: 'person',
        email,
        createdAt: now,
        usedAt: now,
      });
      const fact = linkFact(call, { user, provider });
      return {
        answer: undefined,
        change: combine(
          { rows: [finished(attempt), row] },
          linked(call, { user, provider }),
          inEach(workspaces, { at: calendarNow(call), fact, origin: originOf(call) }),
        ),
      };
    },
  });
}

export async function unlinkIdentity(call: AccountCall, id: string): Promise<void> {
  const user = await loadOwnUser(call);
  await call.persist({
    ...ofAccount(user.id),
    async load(reader) {
      const [own, workspaces] = await Promise.all([
        reader.all(listIdentities, { userId: user.id }),
        loadWorkspaces(reader, user.id),
      ]);
      return { own, workspaces };
    },
    decide({ own, workspaces }) {
      const identity = own.find((one) => one.id === id);
      if (identity === undefined) {
        throw new Refusal('identity_not_found', 'This sign-in is not linked to your account.');
      }
      const { email } = user;
      const provider = providerNameOf(call, identity.issuer);
      const { address } = call;
      const fact = { kind: 'member.unlink_provider', email, provider, address } as const;
      return {
        answer: undefined,
        change: combine(
          { rows: [remove(identities, { id, userId: user.id })] },
          noticeTo(call, user, identityUnlinked(call.services, { provider })),
          inEach(workspaces, { at: calendarNow(call), fact, origin: originOf(call) }),
        ),
      };
    },
  });
}

/** The provider has just asked the person again, which counts as the password does. */
export async function confirmIdentity(
  call: AccountCall,
  { provider, attempt, claims }: FinishedAttempt,
): Promise<void> {
  const { issuer } = provider;
  const { subject, authenticatedAt } = claims;
  const { accountId: userId, now } = call;
  await call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [isUsed, identity, factors] = await Promise.all([
        isFinished(reader, attempt),
        reader.first(findIdentity, { issuer, subject }),
        loadSecondFactors(reader, userId),
      ]);
      return { isUsed, identity, factors };
    },
    decide({ isUsed, identity, factors }) {
      const isAsked = authenticatedAt !== null && authenticatedAt >= attempt.startedAt - slackMs;
      if (isUsed || identity?.userId !== userId || !isAsked) {
        throw providerAnswerInvalid(provider.name);
      }
      const counts = countsAsFactor({ provider, claims, identity, factors });
      if (hasSecondFactor(factors) && !counts)
        requireRecentFactor({ missingProof: 'second_factor' });
      const given = counts ? { factorAt: now, providerFactorAt: now } : {};
      const proven = update(sessions, { id: call.sessionId }, { passwordAt: now, ...given });
      return { answer: undefined, change: { rows: [finished(attempt), proven] } };
    },
  });
}

/** Times of providers are in seconds, and by their clock. */
const slackMs = 5_000;

/** The issuer itself where the operator has removed the provider. */
export function providerNameOf({ services }: VisitorCall, issuer: string): string {
  return services.identityProviders.find((one) => one.issuer === issuer)?.name ?? issuer;
}

function calendarNow({ now, session }: AccountCall): number {
  return now + (session?.calendarOffsetMs ?? 0);
}

function identityTaken(isOwn: boolean): Refusal {
  return new Refusal(
    'identity_exists',
    isOwn
      ? 'This sign-in is already linked to your account.'
      : 'This sign-in is linked to another account. Unlink it there first.',
  );
}
