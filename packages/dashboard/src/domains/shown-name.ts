/** The display form of a domain name: `bücher.com` for `xn--bcher-kva.com`. */
import { decodePunycode } from './punycode.ts';

const prefix = 'xn--';

export function shownName(name: string): string {
  if (!name.includes(prefix)) return name;
  return name
    .split('.')
    .map((label) =>
      label.startsWith(prefix) ? (decodePunycode(label.slice(prefix.length)) ?? label) : label,
    )
    .join('.');
}
