/** Whether a key works: the same rule for API keys and TSIG keys, in machine time. */
export interface KeyLifetime {
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
}

export type KeyState = 'valid' | 'expired' | 'revoked';

export function keyState({ revokedAt, expiresAt }: KeyLifetime, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && now >= expiresAt ? 'expired' : 'valid';
}
