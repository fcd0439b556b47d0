/** Storage of the browser and of the tab. A browser may deny both: then nothing is kept. */
export interface BrowserStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Kept until the browser's data is cleared. */
export const browserStorage = safe(() => window.localStorage);

/** Kept while the tab is open. */
export const tabStorage = safe(() => window.sessionStorage);

/** The stored value as JSON; null when there is none or it cannot be parsed. */
export function readJson(storage: BrowserStorage, key: string): unknown {
  try {
    return JSON.parse(storage.get(key) ?? 'null');
  } catch {
    return null;
  }
}

function safe(storage: () => Storage): BrowserStorage {
  return {
    get: (key) => attempt(() => storage().getItem(key)) ?? null,
    set: (key, value) => void attempt(() => storage().setItem(key, value)),
    remove: (key) => void attempt(() => storage().removeItem(key)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
