/**
 * Whether the person has moved, clicked or typed since the page was opened. What is only needed then is
 * loaded with the first of these: a first visit on a slow line does not pay for it.
 */
import { useSyncExternalStore } from 'react';

const acts = ['pointermove', 'pointerdown', 'keydown'] as const;

let hasActed = false;
const listeners = new Set<() => void>();

function act(): void {
  hasActed = true;
  for (const type of acts) window.removeEventListener(type, act, true);
  for (const listener of listeners) listener();
}

for (const type of acts) window.addEventListener(type, act, true);

export function useHasActed(): boolean {
  return useSyncExternalStore(subscribe, () => hasActed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
