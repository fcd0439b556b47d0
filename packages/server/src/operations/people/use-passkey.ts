/** Signing in with a passkey alone, or as second factor, and confirming a session with one. */
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Change } from '../../changes/change.ts';
import { combine } from '../../changes/change.ts';
import { findPasskey } from '../../storage/queries/people/passkeys.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type Passkey, passkeys } from '../../storage/tables/people/passkeys.ts';
import { sessions } from '../../storage/tables/people/sessions.ts';
import { newChallenge } from '../../users/passkey-challenge.ts';
import { onlyProvider, signInByProvider } from '../../users/provider-domain.ts';
import { recoveryEnd } from '../../users/recoveries.ts';
import { identityOf, isTicketOf } from '../../users/sign-in-ticket.ts';
import { credentialIdOf, verifyPasskeyUse } from '../../users/verify-passkey.ts';
import { type AccountCall, ofAccount, type VisitorCall } from './account-call.ts';
import { loadOwnWorkspaces, ownDeed } from './in-each-workspace.ts';
import {
  answeredChallenge,
  challengeUse,
  expectedAnswer,
  loadChallenge,
  relyingParty,
  wrongPasskey,
} from './passkey-answer.ts';
import { type EnteredSession, loadDevice, replaceSession } from './replace-session.ts';

/** The options of the browser's `navigator.credentials.get`, as JSON. They name no account. */
export async function startPasskeyUse(call: VisitorCall): Promise<string> {
  const { id: rpID } = relyingParty(call);
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: newChallenge(call.services.operations.secrets, challengeUse(call, 'use')),
    userVerification: 'required',
  });
  return JSON.stringify(options);
}

/** The authenticator has checked the person too, so that no password is needed beside it. */
export async function signInWithPasskey(
  call: VisitorCall,
  { response, ticket }: { readonly response: string; readonly ticket?: string },
): Promise<EnteredSession> {
  const { throttle, operations, identityProviders } = call.services;
  const { now } = call;
  throttle.tryLink(call.address);
  const { passkey, use } = await verify(call, response);
  const { userId } = passkey;
  const entered = await call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [used, user, isKnownDevice, own] = await Promise.all([
        use.load(reader),
        reader.first(findUser, { id: userId }),
        loadDevice(reader, call, userId),
        loadOwnWorkspaces(reader, userId),
      ]);
      const only = await onlyProvider(reader, identityProviders, user?.email ?? '');
      return { used, user, isKnownDevice, own, only };
    },
    decide({ used, user, isKnownDevice, own, only }) {
      if (user === undefined) throw wrongPasskey();
      const proven = ticket !== undefined && isTicketOf(operations.secrets, { ticket, user, now });
      const identity = proven ? identityOf(ticket) : null;
      if (only !== null && identity === null && !(Number(user.passwordUntil) > now)) {
        throw signInByProvider(only);
      }
      const change = use.decide(used);
      const begun = replaceSession(call, {
        user,
        isKnownDevice,
        isReported: true,
        factorAt: now,
        factor: 'passkey',
        hasPassword: false,
        identity,
      });
      const fact = { kind: 'member.sign_in', email: user.email } as const;
      const deed = ownDeed(call, own, fact, 'passkey');
      return { answer: begun.answer, change: combine(change, begun.change, deed) };
    },
  });
  throttle.rightLink(call.address);
  throttle.rightPasskey(userId);
  return entered;
}

/** As the code of a second factor, for a short time. */
export async function confirmPasskey(call: AccountCall, response: string): Promise<void> {
  const { throttle } = call.services;
  throttle.tryLink(call.address);
  const { passkey, use } = await verify(call, response);
  if (passkey.userId !== call.accountId) throw wrongPasskey();
  await call.persist({
    ...ofAccount(call.accountId),
    load: (reader) => use.load(reader),
    decide(used) {
      const given = update(
        sessions,
        { id: call.sessionId },
        { factorAt: call.now, factor: 'passkey' },
      );
      const rows = [given, ...recoveryEnd(call.accountId)];
      return { answer: undefined, change: combine(use.decide(used), { rows }) };
    },
  });
  throttle.rightLink(call.address);
  throttle.rightPasskey(call.accountId);
}

interface LoadedUse {
  readonly stored: Passkey | undefined;
  readonly isAnswered: boolean;
}

/** The signature is checked before the change, since that takes time. */
async function verify(call: VisitorCall, response: string) {
  const credentialId = credentialIdOf(response);
  const passkey = await call.services.database.first(findPasskey, { credentialId });
  if (passkey === undefined) throw wrongPasskey();
  call.services.throttle.tryPasskey(passkey.userId);
  const verified = await verifyPasskeyUse(response, passkey, expectedAnswer(call, 'use'));
  if (verified === null) throw wrongPasskey();
  const { counter, challenge } = verified;
  const use = {
    async load(reader: HostmasterReader): Promise<LoadedUse> {
      const [stored, isAnswered] = await Promise.all([
        reader.first(findPasskey, { credentialId }),
        loadChallenge(reader, challenge),
      ]);
      return { stored, isAnswered };
    },
    decide({ stored, isAnswered }: LoadedUse): Change {
      if (stored?.counter !== passkey.counter || isAnswered) throw wrongPasskey();
      const { id } = stored;
      const used = update(passkeys, { id, counter: stored.counter }, { counter, usedAt: call.now });
      return { rows: [answeredChallenge(challenge), used] };
    },
  };
  return { passkey, use };
}
