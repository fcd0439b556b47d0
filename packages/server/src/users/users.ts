/** Users of the dashboard. An e-mail address belongs to one user and is stored in lower case. */
import { newId } from '../base/ids.ts';
import { findAnyUser } from '../storage/queries/people/users.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { User } from '../storage/tables/people/users.ts';

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function hasUsers(reader: HostmasterReader): Promise<boolean> {
  return (await reader.first(findAnyUser, {})) !== undefined;
}

/** The caller has checked that the address is free. */
export function newUser(user: {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly isEmailVerified: boolean;
  readonly at: number;
}): User {
  return {
    id: newId('usr'),
    email: normaliseEmail(user.email),
    name: user.name.trim(),
    passwordHash: user.passwordHash,
    emailVerifiedAt: user.isEmailVerified ? user.at : null,
    pendingEmail: null,
    createdAt: user.at,
    passwordUntil: null,
    operatorSince: null,
  };
}
