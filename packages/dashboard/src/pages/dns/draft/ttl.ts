/** TTL presets and checks. */
import { describeTtl } from '../../../domains/describe-ttl.ts';
import type { Option } from '../../../ui/controls/option.ts';

/** The API clamps values outside; the form rejects them. */
const ttlSecondsMin = 60;
const ttlSecondsMax = 86_400;
export const ttlSecondsDefault = 3_600;

const presets = [60, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400] as const;

export const customTtl = 'custom';

export const ttlOptions: readonly Option<string>[] = [
  ...presets.map((seconds) => ({ value: String(seconds), label: describeTtl(seconds) })),
  { value: customTtl, label: 'Custom…' },
];

export function isPreset(seconds: string): boolean {
  return presets.some((preset) => String(preset) === seconds);
}

export function ttlProblem(text: string): string | null {
  const seconds = Number(text);
  const isSound =
    /^\s*[0-9]+\s*$/.test(text) && seconds >= ttlSecondsMin && seconds <= ttlSecondsMax;
  return isSound ? null : 'Enter whole seconds, from 60 (1 minute) to 86400 (1 day).';
}
