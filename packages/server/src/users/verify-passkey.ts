/** What an authenticator says, checked by @simplewebauthn/server: origin, host name, challenge, signature. */
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { Passkey } from '../storage/tables/people/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256: what authenticators have. Node warns about newer ones. */
export const passkeyAlgorithms = [-8, -7, -257] as const;

export interface ExpectedAnswer extends RelyingParty {
  isOwnChallenge(challenge: string): boolean;
}

export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> & {
  readonly challenge: string;
};

/** Null for anything but a valid answer. */
export async function verifyNewPasskey(
  text: string,
  expected: ExpectedAnswer,
): Promise<NewCredential | null> {
  const seen = seenBy(expected);
  try {
    const response = JSON.parse(text) as RegistrationResponseJSON;
    const attestation = Buffer.from(response.response.attestationObject, 'base64url');
    // We ask for none. Others have certificates, whose lists of revocations would be fetched.
    if (decodeAttestationObject(new Uint8Array(attestation)).get('fmt') !== 'none') return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...seen.options,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
    if (!verified) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      challenge: seen.challenge(),
    };
  } catch {
    // The library throws for every difference from what was expected.
    return null;
  }
}

/** The credential that an answer names, which is not proven yet. */
export function credentialIdOf(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

/** Null for anything but a valid answer of this passkey. */
export async function verifyPasskeyUse(
  text: string,
  passkey: Passkey,
  expected: ExpectedAnswer,
): Promise<{ readonly counter: number; readonly challenge: string } | null> {
  const seen = seenBy(expected);
  try {
    const response = JSON.parse(text) as AuthenticationResponseJSON;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...seen.options,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified
      ? { counter: authenticationInfo.newCounter, challenge: seen.challenge() }
      : null;
  } catch {
    return null;
  }
}

/** What both kinds of answers must have, and the challenge that they had. */
function seenBy({ id, origin, isOwnChallenge }: ExpectedAnswer) {
  let challenge = '';
  return {
    challenge: () => challenge,
    options: {
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      expectedChallenge(given: string) {
        challenge = given;
        return isOwnChallenge(given);
      },
    },
  };
}
