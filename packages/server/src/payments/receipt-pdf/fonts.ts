/**
 * The fonts of PDF files, and which of them has a character (docs/adr/0053). A family has one compressed
 * file of its parts, each a font of its own; index.txt names their places and characters.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readProgramFile } from '../../base/program-files.ts';

export interface LoadedFont {
  readonly name: string;
  /** TrueType. */
  readonly data: Uint8Array;
  /** First and last character of each range. */
  readonly ranges: readonly (readonly [number, number])[];
}

interface FontPart extends Pick<LoadedFont, 'ranges'> {
  readonly family: string;
  readonly offset: number;
  readonly length: number;
}

/** Stands for what no font has. */
export const replacement = '\ufffd';

const folder = new URL('./fonts/', import.meta.url);
/** All parts of the largest family. */
const familyBytesMax = 16 * 1024 * 1024;

/** Those that the texts need, in the order of preference. */
export function loadFonts(texts: readonly string[]): readonly LoadedFont[] {
  const parts = readIndex();
  const needed = new Set<FontPart>();
  for (const character of new Set(texts.join('') + replacement)) {
    const part = fontOf(parts, character);
    if (part !== undefined) needed.add(part);
  }
  const families = new Map<string, Buffer>();
  return parts
    .filter((part) => needed.has(part))
    .map(({ family, offset, length, ranges }) => {
      const data = families.get(family) ?? readFamily(family);
      families.set(family, data);
      return { name: `${family}-${offset}`, ranges, data: data.subarray(offset, offset + length) };
    });
}

/** Undefined where none has the character. */
export function fontOf<Part extends Pick<LoadedFont, 'ranges'>>(
  parts: readonly Part[],
  character: string,
): Part | undefined {
  return parts.find((part) => hasCharacter(part, character));
}

export function hasCharacter({ ranges }: Pick<LoadedFont, 'ranges'>, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}

/** Each line is a family, the place of a part in its file, and ranges of characters. */
function readIndex(): readonly FontPart[] {
  const lines = readProgramFile(new URL('index.txt', folder)).toString().trim().split('\n');
  return lines.map((line) => {
    const [family = '', offset, length, ranges = ''] = line.split(' ');
    return {
      family,
      offset: Number(offset),
      length: Number(length),
      ranges: ranges.split(',').map((range) => {
        const [first = '', last = first] = range.split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
      }),
    };
  });
}

function readFamily(family: string): Buffer {
  const file = readProgramFile(new URL(`${family}.br`, folder));
  return brotliDecompressSync(file, { maxOutputLength: familyBytesMax });
}
