/**
 * The terms of a text: a hash of every three characters in a row. Two terms with one hash only lead to
 * a document that is then compared and left out.
 */

/** As documents and questions are compared. */
export function folded(text: string): string {
  return text.toLowerCase();
}

/**
 * The terms of a folded text, or some of them: first those that have all of its characters, then others
 * between them.
 */
export function someTermsOf(text: string, max: number): number[] {
  const last = text.length - 3;
  const starts = Array.from({ length: last + 1 }, (_, index) => index);
  const isApart = (start: number) => start % 3 === 0 || start === last;
  const ordered = [...starts.filter(isApart), ...starts.filter((start) => !isApart(start))];
  const terms = new Set<number>();
  for (const start of ordered) {
    if (terms.size === max) break;
    addTerms(terms, text.slice(start, start + 3));
  }
  return [...terms];
}

/** Adds all terms of a folded text. */
export function addTerms(terms: Set<number>, text: string): void {
  for (let index = 2; index < text.length; index += 1) {
    terms.add(
      mixed(text.charCodeAt(index - 2), text.charCodeAt(index - 1), text.charCodeAt(index)),
    );
  }
}

/** The term that all documents of a domain have. */
export function domainTerm(domainId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < domainId.length; index += 1) {
    hash = Math.imul(hash ^ domainId.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function mixed(first: number, second: number, third: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 15) ^ second) | 0, 0xc2b2ae35);
  hash = Math.imul((hash ^ (hash >>> 13) ^ third) | 0, 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) >>> 0;
}
