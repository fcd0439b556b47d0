/** A user adds and removes passkeys. */
import { loadList } from '@hostmaster/storage';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { quotaExceeded } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { fixedLimits } from '../../base/limits.ts';
import { combine } from '../../changes/change.ts';
import { secondFactorChanged } from '../../notices/account-notices.ts';
import { findPasskey, listPasskeys } from '../../storage/queries/people/passkeys.ts';
import { listSessionIds } from '../../storage/queries/people/sessions.ts';
import { insert, remove } from '../../storage/row-write.ts';
import { passkeys } from '../../storage/tables/people/passkeys.ts';
import { newChallenge } from '../../users/passkey-challenge.ts';
import { passkeyAlgorithms, verifyNewPasskey } from '../../users/verify-passkey.ts';
import { type AccountCall, ofAccount } from './account-call.ts';
import { loadOwnWorkspaces } from './in-each-workspace.ts';
import { loadOwnUser } from './own-user.ts';
import {
  answeredChallenge,
  challengeUse,
  expectedAnswer,
  loadChallenge,
  relyingParty,
  wrongPasskey,
} from './passkey-answer.ts';
import {
  addedFactor,
  factorDeed,
  loadOwnFactors,
  loadSecondFactors,
  noSecondFactor,
  noticeTo,
  unusedRecoveryCodes,
} from './second-factor.ts';

/** The options of the browser's `navigator.credentials.create`, as JSON. */
export async function startPasskey(call: AccountCall): Promise<string> {
  const { services } = call;
  const { id: rpID } = relyingParty(call);
  const user = await loadOwnUser(call);
  const own = await services.database.all(listPasskeys, { userId: user.id });
  const options = await generateRegistrationOptions({
    rpName: 'Hostmaster',
    rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: newChallenge(services.operations.secrets, challengeUse(call, 'add')),
    attestationType: 'none',
    supportedAlgorithmIDs: [...passkeyAlgorithms],
    excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}

/** Returns recovery codes with the first second factor; all other sessions end then. */
export async function addPasskey(
  call: AccountCall,
  input: { readonly name: string; readonly response: string },
): Promise<readonly string[]> {
  const { services, now } = call;
  const user = await loadOwnUser(call);
  const userId = user.id;
  const credential = await verifyNewPasskey(input.response, expectedAnswer(call, 'add'));
  if (credential === null) throw wrongPasskey();
  const { challenge, ...stored } = credential;
  return call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [workspaces, factors, own, holder, isAnswered] = await Promise.all([
        loadOwnWorkspaces(reader, userId),
        loadSecondFactors(reader, userId),
        loadList(reader, listSessionIds, { userId }),
        reader.first(findPasskey, { credentialId: stored.credentialId }),
        loadChallenge(reader, challenge),
      ]);
      return { workspaces, factors, own, holder, isAnswered };
    },
    decide({ workspaces, factors, own, holder, isAnswered }) {
      if (isAnswered || holder !== undefined) throw wrongPasskey();
      if (factors.passkeys.length >= fixedLimits.passkeysPerAccount) {
        throw quotaExceeded(
          `${fixedLimits.passkeysPerAccount} passkeys of one account`,
          'Remove one that is no longer used.',
        );
      }
      const row = insert(passkeys, {
        id: newId('psk'),
        ...stored,
        userId,
        name: input.name.trim(),
        createdAt: now,
        usedAt: null,
      });
      const added = addedFactor(call, 'passkey', { factors, own });
      return {
        answer: added.codes,
        change: combine(
          { rows: [answeredChallenge(challenge), row] },
          added.change,
          factorDeed(call, user, workspaces, 'passkey_added'),
          noticeTo(call, user, secondFactorChanged(services, { change: 'passkey-added' })),
        ),
      };
    },
  });
}

export async function removePasskey(call: AccountCall, id: string): Promise<void> {
  const user = await loadOwnUser(call);
  await call.persist({
    ...ofAccount(user.id),
    load: (reader) => loadOwnFactors(reader, user.id),
    decide({ factors, workspaces }) {
      if (!factors.passkeys.some((passkey) => passkey.id === id)) throw noSecondFactor();
      const left = { ...factors, passkeys: factors.passkeys.filter((one) => one.id !== id) };
      const notice = secondFactorChanged(call.services, { change: 'passkey-removed' });
      return {
        answer: undefined,
        change: combine(
          {
            rows: [
              remove(passkeys, { id, userId: user.id }),
              ...unusedRecoveryCodes(user.id, left),
            ],
          },
          factorDeed(call, user, workspaces, 'passkey_removed'),
          noticeTo(call, user, notice),
        ),
      };
    },
  });
}
