/** Countries by their names in the viewer's language. */
import { countryCodes } from '@hostmaster/contract/country-codes';
import type { Option } from '../ui/controls/option.ts';

const names = new Intl.DisplayNames(undefined, { type: 'region' });
const collator = new Intl.Collator();

export const countryOptions: readonly Option<string>[] = [...countryCodes]
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((a, b) => collator.compare(a.label, b.label));

export function countryName(code: string): string {
  return names.of(code.toUpperCase()) ?? code;
}
