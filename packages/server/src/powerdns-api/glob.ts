/** Patterns of a search: `*` is any run of characters, `?` is one. Linear in practice, no regexp. */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let seen = 0;
  /** Where the last `*` is, and how far it reaches. */
  let star = -1;
  let reach = 0;
  while (at < text.length) {
    if (pattern[seen] === '*') {
      star = seen;
      reach = at;
      seen += 1;
    } else if (pattern[seen] === '?' || pattern[seen] === text[at]) {
      seen += 1;
      at += 1;
    } else if (star !== -1) {
      seen = star + 1;
      reach += 1;
      at = reach;
    } else return false;
  }
  while (pattern[seen] === '*') seen += 1;
  return seen === pattern.length;
}
