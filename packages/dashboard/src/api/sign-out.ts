/** Who signs out does so in every tab. Each starts anew: nothing of what was seen stays in memory. */

const tabs = new BroadcastChannel('hostmaster sign-out');

export function startAnew(): void {
  window.location.assign('/dashboard/sign-in');
}

/** The other tabs hear of it. */
export function announceSignOut(): void {
  tabs.postMessage(null);
}

export function onSignOutElsewhere(listener: () => void): () => void {
  tabs.addEventListener('message', listener);
  return () => tabs.removeEventListener('message', listener);
}
