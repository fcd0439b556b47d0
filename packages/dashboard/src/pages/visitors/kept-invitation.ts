/** Keeps the token of an invitation in this tab while the person signs in: URLs of pages never have it. */
const storageKey = 'hostmaster.invitation';

export function keepInvitation(token: string): void {
  try {
    window.sessionStorage.setItem(storageKey, token);
  } catch {
    // Without storage the person opens the link once more.
  }
}

export function keptInvitation(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function forgetInvitation(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
