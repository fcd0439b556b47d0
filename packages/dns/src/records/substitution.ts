/**
 * The substitution expression of NAPTR (RFC 3402, section 3.2): `!ere!replacement!flags` with any
 * delimiter. Some nameservers refuse a whole zone for one that is malformed, so it is checked here.
 */

const backslash = 0x5c;

/** What is wrong, to follow "the regexp"; null when nothing is. The empty expression is none at all. */
export function substitutionProblem(octets: Uint8Array): string | null {
  const [delimiter] = octets;
  if (delimiter === undefined) return null;
  if (octets.includes(0)) return 'has the octet NUL';
  if (/[0-9\\i]/.test(String.fromCharCode(delimiter))) {
    return 'begins with a digit, a backslash or "i", which cannot delimit its parts';
  }
  const parts = splitParts(octets, delimiter);
  if (parts.length !== 3) {
    return `has ${parts.length} parts; expected three, such as !^.*$!sip:info@example.net!`;
  }
  const [expression = '', replacement = '', flags = ''] = parts;
  if (!/^i*$/.test(flags)) return 'has a flag other than "i"';
  const groups = countGroups(expression);
  if (groups === null) return 'has a malformed expression in front';
  const references = [...replacement.matchAll(/\\(.)/gs)].map(([, digit]) => digit ?? '');
  const unknown = references.find((digit) => /[0-9]/.test(digit) && !isGroup(digit, groups));
  return unknown === undefined ? null : `refers to group ${unknown}, which it does not have`;
}

function isGroup(digit: string, groups: number): boolean {
  return digit !== '0' && Number(digit) <= groups;
}

/** Split at delimiters that no backslash precedes. */
function splitParts(octets: Uint8Array, delimiter: number): string[] {
  const parts = [''];
  for (let at = 1; at < octets.length; at += 1) {
    const octet = octets[at] ?? 0;
    if (octet === delimiter) {
      parts.push('');
      continue;
    }
    const last = parts.length - 1;
    parts[last] += String.fromCharCode(octet);
    if (octet !== backslash || at + 1 >= octets.length) continue;
    at += 1;
    parts[last] += String.fromCharCode(octets[at] ?? 0);
  }
  return parts;
}

/** The groups of a POSIX extended expression; null when brackets or repetitions are malformed. */
function countGroups(expression: string): number | null {
  let groups = 0;
  let open = 0;
  let mayRepeat = false;
  for (let at = 0; at < expression.length; ) {
    const end = tokenEnd(expression, at);
    if (end === null) return null;
    const first = expression[at] ?? '';
    at = end;
    if ('*+?{'.includes(first)) {
      if (!mayRepeat) return null;
      mayRepeat = false;
      continue;
    }
    if (first === '(') {
      groups += 1;
      open += 1;
    } else if (first === ')') open -= 1;
    if (open < 0) return null;
    mayRepeat = !'(|^'.includes(first);
  }
  return open === 0 && expression !== '' ? groups : null;
}

/** Where the token at `at` ends; null when it is never closed. */
function tokenEnd(expression: string, at: number): number | null {
  switch (expression[at]) {
    case '\\':
      return at + 1 < expression.length ? at + 2 : null;
    case '{': {
      const [bounds] = /^\{[0-9]{1,3}(?:,[0-9]{0,3})?\}/.exec(expression.slice(at, at + 9)) ?? [];
      return bounds === undefined ? null : at + bounds.length;
    }
    case '[': {
      // A "]" right after the start, or after "^", stands for itself.
      const start = at + (expression[at + 1] === '^' ? 2 : 1);
      const close = expression.indexOf(']', start + 1);
      // Classes such as [[:digit:]] have a "]" of their own.
      if (close > 0 && /[:.=]/.test(expression[close - 1] ?? '') && expression[close + 1] === ']') {
        return close + 2;
      }
      return close < 0 ? null : close + 1;
    }
    default:
      return at + 1;
  }
}
