/** What every answer of a passkey must match, and what its use makes true. */
import { Refusal } from '../../base/errors.ts';
import { findUsedChallenge } from '../../storage/queries/people/passkeys.ts';
import { insert, type RowWrite } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { usedChallenges } from '../../storage/tables/people/used-challenges.ts';
import {
  type ChallengeUse,
  challengeEnd,
  challengeHash,
  isOwnChallenge,
} from '../../users/passkey-challenge.ts';
import { type RelyingParty, relyingPartyOf } from '../../users/relying-party.ts';
import type { ExpectedAnswer } from '../../users/verify-passkey.ts';
import type { VisitorCall } from './account-call.ts';

export function relyingParty({ services, origin }: VisitorCall): RelyingParty {
  return relyingPartyOf(services.publicUrl, origin);
}

export function challengeUse(
  { cookieValue, now }: VisitorCall,
  purpose: ChallengeUse['purpose'],
): ChallengeUse {
  return { purpose, browser: cookieValue ?? '', now };
}

export function expectedAnswer(
  call: VisitorCall,
  purpose: ChallengeUse['purpose'],
): ExpectedAnswer {
  const { secrets } = call.services.operations;
  const use = challengeUse(call, purpose);
  return {
    ...relyingParty(call),
    isOwnChallenge: (challenge) => isOwnChallenge(secrets, challenge, use),
  };
}

/** Whether a challenge was answered before. */
export async function loadChallenge(reader: HostmasterReader, challenge: string): Promise<boolean> {
  const hash = challengeHash(challenge);
  return (await reader.first(findUsedChallenge, { hash })) !== undefined;
}

/** The row is unique: one of two answers at the same time succeeds. */
export function answeredChallenge(challenge: string): RowWrite {
  const hash = challengeHash(challenge);
  return insert(usedChallenges, { hash, expiresAt: challengeEnd(challenge) });
}

export function wrongPasskey(): Refusal {
  return new Refusal(
    'wrong_passkey',
    "This passkey doesn't belong to an account here, or the request has expired. Try again.",
  );
}
