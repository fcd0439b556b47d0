/** TTL presets and formatting. */
import type { Option } from '../../../ui/option.ts';

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

/** "1 hour", "5 min", "1 h 30 min", "90 s". */
export function describeTtl(seconds: number): string {
  if (seconds === 86_400) return '1 day';
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (seconds % 60 !== 0) return `${seconds} s`;
  if (minutes === 0) return hours === 1 ? '1 hour' : `${hours} hours`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}

export function ttlProblem(text: string): string | null {
  const seconds = Number(text);
  const isSound =
    /^\s*[0-9]+\s*$/.test(text) && seconds >= ttlSecondsMin && seconds <= ttlSecondsMax;
  return isSound ? null : 'Enter whole seconds, from 60 (1 minute) to 86400 (1 day).';
}
