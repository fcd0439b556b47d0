/** Names for people: `xn--bcher-kva.com` reads `bücher.com`. What the service knows stays beside it. */
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
