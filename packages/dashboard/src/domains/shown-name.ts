/**
 * The display form of a domain name: `bücher.com` for `xn--bcher-kva.com`. Browsers have no API for
 * it. The package is imported by file name because `punycode` alone is a deprecated module of Node.
 */
import { decode } from 'punycode/punycode.es6.js';

const prefix = 'xn--';

export function shownName(name: string): string {
  if (!name.includes(prefix)) return name;
  return name.split('.').map(shownLabel).join('.');
}

/** A label that is not valid Punycode is shown as it is. */
function shownLabel(label: string): string {
  if (!label.startsWith(prefix)) return label;
  try {
    return decode(label.slice(prefix.length));
  } catch (error) {
    if (error instanceof RangeError) return label;
    throw error;
  }
}
