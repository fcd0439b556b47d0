/**
 * A new password at a registry: stored beside the credentials file before it is sent, so that a lost
 * reply loses no password, and put in its place once the registry has taken it.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { EppNotSentError, EppResultError, openSession } from '@hostmaster/epp';
import { connectionOptionsOf } from './connection-options.ts';
import { readCredentials } from './read-epp-config.ts';
import type { RegistryConfig } from './registry-config.ts';

/** RFC 5730 allows 6 to 16 characters. */
const passwordLength = 16;
/** 64 characters, so that six random bits choose one. */
const kinds = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '23456789', '-_.+'];

export class PasswordUnchanged extends Error {
  override readonly name = 'PasswordUnchanged';
}

/** Returns whether an interrupted change was completed instead of a new one being made. */
export async function changePassword(
  config: RegistryConfig & { readonly credentialsFile: string },
  chosen: string | null,
): Promise<'changed' | 'completed'> {
  const { credentialsFile } = config;
  const next = `${credentialsFile}.next`;
  if (existsSync(next)) {
    if (await isAccepted(config, next)) {
      renameSync(next, credentialsFile);
      return 'completed';
    }
    rmSync(next);
  }
  const current = readCredentials(credentialsFile);
  const password = chosen ?? randomPassword();
  const text = `${JSON.stringify({ ...current, password })}\n`;
  writeFileSync(next, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    const options = { ...connectionOptionsOf(config), credentials: current };
    const session = await openSession({ ...options, newPassword: password });
    renameSync(next, credentialsFile);
    await session.logout();
    return 'changed';
  } catch (error) {
    if (isLost(error)) {
      throw new PasswordUnchanged(
        `The registry's reply was lost. Run the command again: it tries the new password in ${next}.`,
      );
    }
    rmSync(next, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new PasswordUnchanged(`The password was not changed: ${reason}`);
  }
}

/** The sign-in was sent, and the registry gave no definite answer. */
function isLost(error: unknown): boolean {
  if (!(error instanceof EppNotSentError) || error.reason !== 'login') return false;
  return !(error.cause instanceof EppResultError && error.cause.definite);
}

async function isAccepted(config: RegistryConfig, file: string): Promise<boolean> {
  try {
    const credentials = readCredentials(file);
    const session = await openSession({ ...connectionOptionsOf(config), credentials });
    await session.logout();
    return true;
  } catch (error) {
    const isRefused = error instanceof EppNotSentError && error.cause instanceof EppResultError;
    if (isRefused) return false;
    throw error;
  }
}

/** Characters of each kind, because many registries demand them. */
function randomPassword(): string {
  const alphabet = kinds.join('');
  for (;;) {
    const characters = [...randomBytes(passwordLength)].map((byte) => alphabet[byte & 63] ?? '');
    const isMixed = kinds.every((kind) => characters.some((character) => kind.includes(character)));
    const password = characters.join('');
    if (isMixed && /^[a-z]/i.test(password)) return password;
  }
}
