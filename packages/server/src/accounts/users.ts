/** Users of the dashboard. An e-mail address belongs to one user and is stored in lower case. */
import { newId } from '../base/ids.ts';
import { findAnyUser, insertUser } from '../storage/queries/users.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function hasUsers(reader: HostmasterReader): Promise<boolean> {
  return (await reader.first(findAnyUser, {})) !== undefined;
}

/** Null when the address is taken. */
export async function createUser(
  tx: HostmasterTx,
  user: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly isEmailVerified: boolean;
    readonly at: number;
  },
): Promise<string | null> {
  const id = newId('usr');
  const inserted = await tx.run(insertUser, {
    id,
    email: normaliseEmail(user.email),
    name: user.name.trim(),
    passwordHash: user.passwordHash,
    emailVerifiedAt: user.isEmailVerified ? user.at : null,
    pendingEmail: null,
    createdAt: user.at,
  });
  return inserted === 0 ? null : id;
}
