/** Recovery codes: 80 random bits each, of which the database stores only the hash. */
import { hash } from 'node:crypto';
import { Secret } from 'otpauth';
import { insert, type RowWrite, removeAll } from '../storage/row-write.ts';
import { recoveryCodes } from '../storage/tables/people/recovery-codes.ts';

const recoveryCodesPerUser = 10;

/** Replaces those before. The codes themselves are not stored. */
export function newRecoveryCodes(userId: string): {
  readonly codes: readonly string[];
  readonly rows: readonly RowWrite[];
} {
  const codes = Array.from({ length: recoveryCodesPerUser }, newCode);
  return {
    codes,
    rows: [
      removeAll(recoveryCodes, { userId }),
      ...codes.map((code) => insert(recoveryCodes, { userId, hash: recoveryHash(userId, code) })),
    ],
  };
}

/** A code as a person typed it: in any case, with or without hyphens. */
export function recoveryHash(userId: string, code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return hash('sha256', `${userId} ${letters}`, 'hex');
}

function newCode(): string {
  const letters = new Secret({ size: 10 }).base32.toLowerCase();
  return letters.replaceAll(/.{4}(?=.)/g, '$&-');
}
