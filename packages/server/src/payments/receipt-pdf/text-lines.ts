/**
 * Breaks a text of any script into lines, and each line into runs of one font in the order in which they
 * are drawn: from left to right, whatever the direction of their script (UAX #9).
 */
import bidi from 'bidi-js';
import { fontOf, hasCharacter, type LoadedFont, replacement } from './fonts.ts';

export interface TextRun {
  readonly text: string;
  readonly font: LoadedFont;
  /** Its letters are read from right to left. */
  readonly isFromRight: boolean;
}

export interface TextLine {
  readonly runs: readonly TextRun[];
  /** The line begins at the right. */
  readonly isFromRight: boolean;
}

/** A part of the text with one font and one direction. */
interface Piece {
  readonly text: string;
  readonly font: LoadedFont;
  /** Depth of nested directions: odd from right to left. */
  readonly level: number;
}

/** A part of the text; its place matters for the levels. */
interface Part {
  readonly start: number;
  readonly text: string;
}

/** Its types are those of a CommonJS module, which it is not. */
const bidiFactory = bidi as unknown as typeof bidi.default;

export function textLines(
  text: string,
  {
    fonts,
    widthMax,
    widthOf,
  }: {
    readonly fonts: readonly LoadedFont[];
    readonly widthMax: number;
    readonly widthOf: (run: TextRun) => number;
  },
): readonly TextLine[] {
  const { levels, paragraphs } = bidiFactory().getEmbeddingLevels(text);
  const baseLevel = paragraphs[0]?.level ?? 0;
  const runsOf = (part: Part): readonly TextRun[] => {
    const pieces: Piece[] = [];
    let index = part.start;
    for (const character of part.text) {
      const level = levels[index] ?? baseLevel;
      index += character.length;
      pieces.push({ ...drawable(fonts, character, pieces.at(-1)?.font), level });
    }
    return inVisualOrder(joined(pieces));
  };
  const measure = (part: Part) => runsOf(part).reduce((sum, run) => sum + widthOf(run), 0);
  return wrapped(text, { widthMax, measure }).map((part) => ({
    runs: runsOf(part),
    isFromRight: baseLevel % 2 === 1,
  }));
}

/** Marks change the letter before them; spaces and punctuation look alike in every font. */
const staysWithLetter = /^[\p{M}\p{Cf}\p{Z}\p{P}]/u;
const isInvisible = /^[\p{C}\p{Variation_Selector}]/u;

function drawable(
  fonts: readonly LoadedFont[],
  character: string,
  before: LoadedFont | undefined,
): Pick<Piece, 'text' | 'font'> {
  if (before !== undefined && staysWithLetter.test(character) && hasCharacter(before, character)) {
    return { text: character, font: before };
  }
  const own = fontOf(fonts, character);
  if (own !== undefined) return { text: character, font: own };
  const font = fontOf(fonts, replacement);
  if (font === undefined) throw new Error('No font has the replacement character.');
  return isInvisible.test(character)
    ? { text: '', font: before ?? font }
    : { text: replacement, font };
}

/** Between words where possible, otherwise between characters as people see them. */
function wrapped(
  text: string,
  { widthMax, measure }: { readonly widthMax: number; readonly measure: (part: Part) => number },
): readonly Part[] {
  const lines: Part[] = [];
  let line: Part = { start: 0, text: '' };
  const add = (segment: string) => {
    const longer = { start: line.start, text: line.text + segment };
    if (line.text !== '' && measure({ ...longer, text: longer.text.trimEnd() }) > widthMax) {
      lines.push({ ...line, text: line.text.trimEnd() });
      line = { start: line.start + line.text.length, text: segment };
    } else line = longer;
  };
  for (const { segment: word, index } of segments(text, 'word')) {
    if (measure({ start: index, text: word }) <= widthMax) add(word);
    else for (const { segment } of segments(word, 'grapheme')) add(segment);
  }
  return [...lines, { ...line, text: line.text.trimEnd() }];
}

function segments(text: string, granularity: 'word' | 'grapheme'): Intl.Segments {
  return new Intl.Segmenter('en', { granularity }).segment(text);
}

/** Neighbours of one font and level are one run: a font shapes letters by those beside them. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const runs: Piece[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && last.font === piece.font && last.level === piece.level) {
      runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    } else runs.push(piece);
  }
  return runs;
}

/** Rule L2: reverses runs from the highest level down to the lowest odd one. */
function inVisualOrder(pieces: readonly Piece[]): readonly TextRun[] {
  const runs = [...pieces];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    let start = 0;
    while (start < runs.length) {
      let end = start;
      while (end < runs.length && (runs[end]?.level ?? 0) >= level) end += 1;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return runs.map(({ text, font, level }) => ({ text, font, isFromRight: level % 2 === 1 }));
}
