/** Passkeys in the browser. The library is loaded when a person first uses one. */
import { dashboard } from './client.ts';

/** Asks the person for a passkey; returns the answer for the service. */
export async function askForPasskey(): Promise<string> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    dashboard.startPasskeyUse(),
  ]);
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}

/** Creates a passkey on a device of the person. */
export async function createPasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** True for what a browser throws when the person cancels, or has no passkey here. */
export function isPasskeyRefusal(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** True for the error of a device that has a passkey of the account already. */
export function isKnownPasskey(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

/** Browsers offer passkeys at host names only, not at addresses. */
export function arePasskeysOffered(): boolean {
  return 'PublicKeyCredential' in window && !isAddress(window.location.hostname);
}

/** The same page at `localhost`, where the dashboard is open at an address of this machine. */
export function localhostUrl(): string | null {
  const { hostname, href } = window.location;
  if (!hostname.startsWith('127.') && hostname !== '[::1]') return null;
  const url = new URL(href);
  url.hostname = 'localhost';
  return url.href;
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}
