/** Signing out signs out every tab. Each tab reloads, so that no data stays in memory. */

const tabs = new BroadcastChannel('hostmaster sign-out');

export function reloadAtSignIn(): void {
  window.location.assign('/dashboard/sign-in');
}

/** Tells the other tabs. */
export function announceSignOut(): void {
  tabs.postMessage(null);
}

export function onSignOutElsewhere(listener: () => void): () => void {
  tabs.addEventListener('message', listener);
  return () => tabs.removeEventListener('message', listener);
}
