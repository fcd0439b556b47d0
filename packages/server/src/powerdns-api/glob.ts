/**
 * Patterns of a search: `*` is any run of characters, `?` is one. All places of the pattern that the
 * text may have reached are the bits of a set, which each character moves on. So a comparison takes the
 * length of the text times the words of that set, of which a pattern of 255 characters has eight.
 */
const wordBits = 32;

export function globMatcher(pattern: string): (text: string) => boolean {
  const { characters, stars } = places(pattern);
  const wordCount = Math.floor(characters.length / wordBits) + 1;
  const accepted = characters.length;
  const staying = new Uint32Array(wordCount);
  for (const place of stars) setBit(staying, place);
  const moving = movesByCharacter(characters, wordCount);
  const movingByAny = moving.get(anyCharacter) ?? new Uint32Array(wordCount);
  if (wordCount === 1) return shortMatcher({ accepted, staying, moving, movingByAny });
  return (text) => {
    let reached = new Uint32Array(wordCount);
    let next = new Uint32Array(wordCount);
    setBit(reached, 0);
    for (let at = 0; at < text.length; at += 1) {
      const moves = moving.get(text.charCodeAt(at)) ?? movingByAny;
      let carried = 0;
      let any = 0;
      for (let word = 0; word < wordCount; word += 1) {
        const places = reached[word] ?? 0;
        const moved = places & (moves[word] ?? 0);
        const kept = (moved << 1) | carried | (places & (staying[word] ?? 0));
        carried = moved >>> (wordBits - 1);
        next[word] = kept;
        any |= kept;
      }
      if (any === 0) return false;
      [reached, next] = [next, reached];
    }
    return hasBit(reached, accepted);
  };
}

/** The same for a pattern of fewer than 32 places, whose set is one number. */
function shortMatcher(pattern: {
  readonly accepted: number;
  readonly staying: Uint32Array;
  readonly moving: ReadonlyMap<number, Uint32Array>;
  readonly movingByAny: Uint32Array;
}): (text: string) => boolean {
  const staying = pattern.staying[0] ?? 0;
  const movingByAny = pattern.movingByAny[0] ?? 0;
  const moving = new Int32Array(asciiCount).fill(movingByAny);
  for (const [character, [moves = 0]] of pattern.moving) {
    if (character >= 0 && character < asciiCount) moving[character] = moves;
  }
  return (text) => {
    let reached = 1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const moves =
        code < asciiCount ? (moving[code] ?? 0) : (pattern.moving.get(code)?.[0] ?? movingByAny);
      reached = ((reached & moves) << 1) | (reached & staying);
      if (reached === 0) return false;
    }
    return (reached & (1 << pattern.accepted)) !== 0;
  };
}

const asciiCount = 128;

/** No code of a character. */
const anyCharacter = -1;

/** The longest run of characters that each matching text has; without NUL, which PostgreSQL refuses. */
export function longestRun(pattern: string): string {
  return pattern
    .split(/[*?\0]/)
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** The codes of the characters between the stars, and after how many of them a star stands. */
function places(pattern: string): { characters: number[]; stars: number[] } {
  const characters: number[] = [];
  const stars: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '*') stars.push(characters.length);
    else characters.push(character === '?' ? anyCharacter : pattern.charCodeAt(at));
  }
  return { characters, stars };
}

/** By character, the places from which it leads on. */
function movesByCharacter(
  characters: readonly number[],
  wordCount: number,
): ReadonlyMap<number, Uint32Array> {
  const moves = new Map<number, Uint32Array>();
  for (const character of new Set([...characters, anyCharacter])) {
    const set = new Uint32Array(wordCount);
    characters.forEach((wanted, place) => {
      if (wanted === character || wanted === anyCharacter) setBit(set, place);
    });
    moves.set(character, set);
  }
  return moves;
}

function setBit(set: Uint32Array, bit: number): void {
  const word = Math.floor(bit / wordBits);
  set[word] = (set[word] ?? 0) | (1 << (bit % wordBits));
}

function hasBit(set: Uint32Array, bit: number): boolean {
  return ((set[Math.floor(bit / wordBits)] ?? 0) & (1 << (bit % wordBits))) !== 0;
}
