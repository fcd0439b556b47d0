/** What was chosen in the search last, in this browser, by workspace. */
import { browserStorage, readJson } from '../../api/browser-storage.ts';
import type { Target } from './targets.ts';

type Choice = Pick<Target, 'label' | 'path' | 'records'>;

const keptMax = 5;
const keyOf = (workspaceId: string) => `hostmaster-found-${workspaceId}`;

export function readRecent(workspaceId: string): readonly Choice[] {
  const stored = readJson(browserStorage, keyOf(workspaceId));
  return Array.isArray(stored) ? stored.filter(isChoice).slice(0, keptMax) : [];
}

export function rememberChoice(workspaceId: string, { label, path, records }: Target): void {
  const choice = { label, path, ...(records === undefined ? {} : { records }) };
  const others = readRecent(workspaceId).filter((other) => other.label !== label);
  const kept = JSON.stringify([choice, ...others].slice(0, keptMax));
  browserStorage.set(keyOf(workspaceId), kept);
}

function isChoice(value: unknown): value is Choice {
  const { label, path, records } = (value ?? {}) as Partial<Record<keyof Choice, unknown>>;
  const isText = records === undefined || typeof records === 'string';
  return typeof label === 'string' && typeof path === 'string' && isText;
}
