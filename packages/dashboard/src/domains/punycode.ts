/** Punycode to Unicode (RFC 3492), to display internationalized names. Browsers have no API for it. */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCodePoint = 128;
const codePointMax = 0x10ffff;

/** Decodes a label without its `xn--`; null when it is not valid Punycode. */
export function decodePunycode(text: string): string | null {
  const delimiter = text.lastIndexOf('-');
  const points = [...text.slice(0, Math.max(delimiter, 0))].map((c) => c.codePointAt(0) ?? 0);
  const rest = text.slice(delimiter + 1);
  let codePoint = initialCodePoint;
  let index = 0;
  let bias = initialBias;
  let at = 0;
  while (at < rest.length) {
    const before = index;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digitOf(rest.charCodeAt(at));
      if (digit === null) return null;
      at += 1;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = points.length + 1;
    bias = adapt(index - before, { count, isFirst: before === 0 });
    codePoint += Math.floor(index / count);
    if (codePoint > codePointMax) return null;
    index %= count;
    points.splice(index, 0, codePoint);
    index += 1;
  }
  return String.fromCodePoint(...points);
}

/** `a`–`z` are 0–25, `0`–`9` are 26–35; null at the end of the text. */
function digitOf(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return null;
}

function adapt(delta: number, at: { readonly count: number; readonly isFirst: boolean }): number {
  let rest = Math.floor(delta / (at.isFirst ? damp : 2));
  rest += Math.floor(rest / at.count);
  let k = 0;
  while (rest > ((base - tMin) * tMax) / 2) {
    rest = Math.floor(rest / (base - tMin));
    k += base;
  }
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
