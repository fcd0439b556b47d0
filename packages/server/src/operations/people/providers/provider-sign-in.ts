/**
 * Signing in at an identity provider (docs/adr/0040). A known identity signs its user in. A new one leads
 * to an account only where the domain of its mail address is bound to the provider by DNS: what a
 * provider says about an address is never enough.
 */
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { type Change, combine, noChange } from '../../../changes/change.ts';
import { identityLinked } from '../../../notices/account-notices.ts';
import { findIdentity } from '../../../storage/queries/people/identities.ts';
import { findUser, findUserByEmail } from '../../../storage/queries/people/users.ts';
import { insert, update } from '../../../storage/row-write.ts';
import type { HostmasterReader } from '../../../storage/schema.ts';
import { type Identity, identities } from '../../../storage/tables/people/identities.ts';
import { type User, users } from '../../../storage/tables/people/users.ts';
import {
  type IdentityProvider,
  isSecondFactor,
  type ProviderClaims,
  providerAnswerInvalid,
  providerUnavailable,
} from '../../../users/identity-provider.ts';
import {
  domainOf,
  isBound,
  onlyProvider,
  provenDomain,
  signInByProvider,
} from '../../../users/provider-domain.ts';
import { newTicket } from '../../../users/sign-in-ticket.ts';
import { newUser } from '../../../users/users.ts';
import { originOf, type VisitorCall } from '../account-call.ts';
import { loadSignIn, type SignInStep, secondFactorStep } from '../after-password.ts';
import { inEach } from '../in-each-workspace.ts';
import { replaceSession } from '../replace-session.ts';
import { hasSecondFactor, noticeTo, type SecondFactors } from '../second-factor.ts';
import { type FinishedAttempt, finished, isFinished } from './provider-attempt.ts';
import { decideMemberships, loadMemberships, membershipKeys } from './provider-memberships.ts';
import { identityOfSession, providerSessionOf } from './provider-session.ts';

export async function signInByIdentity(
  call: VisitorCall,
  { provider, attempt, claims }: FinishedAttempt,
): Promise<SignInStep> {
  const { services, now } = call;
  const { issuer } = provider;
  const { subject } = claims;
  const known = await services.database.first(findIdentity, { issuer, subject });
  // Looked up outside of the change, and only where an account would follow from it.
  const email = known === undefined ? await provenAddress(call, provider, claims) : null;
  const fresh = email === null ? null : await newAccount(call, { email, claims });
  return call.persist({
    keys: [`account ${known?.userId ?? email}`, ...membershipKeys(provider)],
    owner: '',
    commit: 'alone',
    load: (reader) => load(reader, { call, provider, claims, email, isUsed: attempt }),
    decide(loaded) {
      if (loaded.isUsed) throw providerAnswerInvalid(provider.name);
      const { user, identity, change } = account(call, { provider, claims, email, fresh, loaded });
      if (loaded.only !== null && loaded.only.id !== provider.id) {
        throw signInByProvider(loaded.only);
      }
      const memberships = decideMemberships(
        { call, claims, at: now + loaded.offsetMs },
        { user, loaded: loaded.memberships },
      );
      const entered = enter(call, { provider, claims, user, identity, loaded });
      const fact = {
        kind: 'member.provider_sign_in',
        email: user.email,
        provider: provider.name,
        address: call.address,
        factor: entered.factor,
      } as const;
      return {
        answer: entered.answer,
        change: combine(
          { rows: [finished(attempt)] },
          change,
          memberships,
          inEach(loaded.workspaces, { at: now + loaded.offsetMs, fact, origin: originOf(call) }),
          entered.change,
        ),
      };
    },
  });
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function load(
  reader: HostmasterReader,
  {
    call,
    provider,
    claims,
    email,
    isUsed: attempt,
  }: {
    readonly call: VisitorCall;
    readonly provider: IdentityProvider;
    readonly claims: ProviderClaims;
    readonly email: string | null;
    readonly isUsed: FinishedAttempt['attempt'];
  },
) {
  const { issuer } = provider;
  const identity = await reader.first(findIdentity, { issuer, subject: claims.subject });
  const user =
    identity === undefined
      ? await reader.first(findUserByEmail, { email: email ?? '' })
      : await reader.first(findUser, { id: identity.userId });
  const userId = user?.id ?? '';
  const providers = call.services.identityProviders;
  const [isUsed, signIn, memberships, only] = await Promise.all([
    isFinished(reader, attempt),
    loadSignIn(reader, call, userId),
    loadMemberships(reader, { provider, userId, now: call.now }),
    user === undefined ? null : onlyProvider(reader, providers, user.email),
  ]);
  const { workspaces, offsetMs } = signIn.own;
  return { identity, user, isUsed, signIn, workspaces, memberships, offsetMs, only };
}

/** The address of a new identity, once DNS has confirmed that its domain belongs to the provider. */
async function provenAddress(
  call: VisitorCall,
  provider: IdentityProvider,
  claims: ProviderClaims,
): Promise<string> {
  const { email, isEmailUnverified } = claims;
  const domain = domainOf(email ?? '');
  if (email === null || isEmailUnverified || !provider.mailDomains.includes(domain)) {
    throw noAccount(provider);
  }
  const { domainClaim, issuer, name } = provider;
  if (domainClaim !== null && !claims.values(domainClaim).includes(domain)) {
    throw noAccount(provider);
  }
  const { upstream, publicUrl } = call.services;
  const isProven = await isBound(upstream, { domain, issuer, publicUrl });
  if (isProven === null)
    throw providerUnavailable(`The DNS of ${domain}, to which ${name} belongs,`);
  if (!isProven) throw noAccount(provider);
  return email;
}

/** With a password that no person has: a reset by mail chooses one, where passwords are allowed. */
async function newAccount(
  call: VisitorCall,
  { email, claims }: { readonly email: string; readonly claims: ProviderClaims },
): Promise<User> {
  const { passwords } = call.services;
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'), call.address);
  const name = claims.name?.trim().slice(0, nameLengthMax) || email;
  return newUser({ email, name, passwordHash, isEmailVerified: true, at: call.now });
}

const nameLengthMax = 100;

interface Account {
  readonly user: User;
  readonly identity: Identity;
  readonly change: Change;
}

/** Whose identity it is. */
function account(
  call: VisitorCall,
  {
    provider,
    claims,
    email,
    fresh,
    loaded: { identity: known, user: found, workspaces, offsetMs },
  }: {
    readonly provider: IdentityProvider;
    readonly claims: ProviderClaims;
    readonly email: string | null;
    readonly fresh: User | null;
    readonly loaded: Loaded;
  },
): Account {
  const { now } = call;
  if (known !== undefined) {
    if (found === undefined) throw noAccount(provider);
    const used = { usedAt: now, email: claims.email };
    const change = { rows: [update(identities, { id: known.id }, used)] };
    return { user: found, identity: known, change };
  }
  const user = found ?? fresh;
  // An address that was never confirmed may be a stranger's, and another one may have lost its link.
  if (user === null || email === null || user.emailVerifiedAt === null) throw noAccount(provider);
  const identity: Identity = {
    id: newId('idn'),
    issuer: provider.issuer,
    subject: claims.subject,
    userId: user.id,
    origin: found === undefined ? 'created' : 'domain',
    email,
    createdAt: now,
    usedAt: now,
  };
  const proven = provenDomain({ domain: domainOf(email), issuer: provider.issuer }, now);
  const rows = [
    ...(found === undefined ? [insert(users, user)] : []),
    insert(identities, identity),
  ];
  return {
    user,
    identity,
    change: combine(
      { rows: [...rows, ...proven] },
      found === undefined ? noChange : linked(call, { user, provider }),
      found === undefined
        ? noChange
        : inEach(workspaces, {
            at: now + offsetMs,
            fact: linkFact(call, { user, provider }),
            origin: originOf(call),
          }),
    ),
  };
}

export function linkFact(
  { address }: VisitorCall,
  { user, provider }: { readonly user: User; readonly provider: IdentityProvider },
) {
  const { email } = user;
  return { kind: 'member.link_provider', email, provider: provider.name, address } as const;
}

export function linked(
  call: VisitorCall,
  { user, provider }: { readonly user: User; readonly provider: IdentityProvider },
): Change {
  return noticeTo(call, user, identityLinked(call.services, { provider: provider.name }));
}

/** The session, or the question for the second factor of the account. */
function enter(
  call: VisitorCall,
  {
    provider,
    claims,
    user,
    identity,
    loaded: { signIn, user: found },
  }: {
    readonly provider: IdentityProvider;
    readonly claims: ProviderClaims;
    readonly user: User;
    readonly identity: Identity;
    readonly loaded: Loaded;
  },
) {
  const hasOwn = hasSecondFactor(signIn.factors);
  const counts = countsAsFactor({ provider, claims, identity, factors: signIn.factors });
  if (hasOwn && !counts) {
    const proven = { id: identity.id, providerSession: providerSessionOf(provider, claims) };
    const { secrets } = call.services.operations;
    const ticket = newTicket(secrets, { user, now: call.now, identity: proven });
    const answer = secondFactorStep(ticket, signIn);
    return { answer, change: noChange, factor: 'provider' as const };
  }
  const factorAt = counts ? call.now : null;
  const begun = replaceSession(call, {
    user,
    isKnownDevice: signIn.isKnownDevice,
    // The person has just made a new account.
    ...(found === undefined ? {} : { isReported: true as const }),
    factorAt,
    identity: identityOfSession({ provider, claims, identity, factorAt }),
  });
  return { ...begun, factor: counts ? ('provider_factor' as const) : ('provider' as const) };
}

/**
 * What the provider has checked replaces the account's own second factor only where the person has
 * linked the identity, or has always had it: the owner of a mail domain alone cannot avoid the factor.
 */
export function countsAsFactor({
  provider,
  claims,
  identity,
  factors,
}: {
  readonly provider: IdentityProvider;
  readonly claims: ProviderClaims;
  readonly identity: Identity;
  readonly factors: SecondFactors;
}): boolean {
  const isTrusted = identity.origin !== 'domain' || !hasSecondFactor(factors);
  return isTrusted && isSecondFactor(provider, claims);
}

/** The same for every reason: which addresses have an account stays unknown. */
function noAccount({ name }: IdentityProvider): Refusal {
  return new Refusal(
    'provider_account_missing',
    `No account here is linked to this sign-in at ${name}. If you have an account, sign in with it and link ${name} under Account; otherwise ask for an invitation.`,
  );
}
