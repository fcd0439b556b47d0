/** What a registry says at the sign-in about password, certificate and connection, in one line each. */
import type { LoginEvent } from '@hostmaster/epp';

/** Such as `password (warning, until 2030-02-01): Change it soon`. */
export function loginEventText({ type, name, value, level, expiresAt, text }: LoginEvent): string {
  const subject = [type, name, value].filter((part) => part !== undefined).join(' ');
  const day = expiresAt?.toISOString().slice(0, 10);
  const standing = day === undefined ? level : `${level}, until ${day}`;
  return text === '' ? `${subject} (${standing})` : `${subject} (${standing}): ${text}`;
}

/** Statistics are for the log; the rest needs a person. */
export function needsPerson({ type }: LoginEvent): boolean {
  return type !== 'stat';
}
