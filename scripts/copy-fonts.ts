/**
 * npm run fonts: writes the fonts of PDF files from their npm packages, and which characters each part
 * has (docs/adr/0053). Only the regular weight is kept, compressed per family: the packages are forty
 * times as large.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Blob, Face, Font } from 'harfbuzzjs';
import {
  readTables,
  subsetGlyphs,
  writeTrueType,
} from '../packages/server/src/payments/receipt-pdf/true-type.ts';

interface Family {
  readonly name: string;
  /** Only these characters; otherwise all parts of the package but those for Latin letters. */
  readonly only?: ReadonlySet<number>;
}

const version = '5.3.0';
const target = 'packages/server/src/payments/receipt-pdf/fonts';
const scripts = [
  'arabic',
  'hebrew',
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'thai',
  'lao',
  'khmer',
  'myanmar',
  'georgian',
  'armenian',
  'ethiopic',
  'sc',
];
/** Characters of JIS X 0208, of the first level of Big5 and of KS X 1001, and all Hangul. */
const japanese = hanOf('shift_jis', { lead: [0x88, 0xea], trail: [0x40, 0xfc] });
const taiwanese = hanOf('big5', { lead: [0xa4, 0xc6], trail: [0x40, 0xfe] });
const korean = hanOf('euc-kr', { lead: [0xca, 0xfd], trail: [0xa1, 0xfe] });
const hangul = characterRange(0x1100, 0x11ff)
  .union(characterRange(0x3131, 0x318e))
  .union(characterRange(0xac00, 0xd7a3));
/** In the order of preference: a character is drawn by the first that has it. */
const families: readonly Family[] = [
  { name: 'noto-sans' },
  ...scripts.map((name) => ({ name: `noto-sans-${name}` })),
  { name: 'noto-sans-jp', only: japanese },
  { name: 'noto-sans-tc', only: taiwanese },
  { name: 'noto-sans-kr', only: hangul.union(korean) },
];
/** Parts that the first family has for all. */
const shared = /^(?:latin|cyrillic|greek|vietnamese|math|symbols)/;
/** What neither the shape of a text nor its size on paper needs. */
const unusedTables = /^(?:BASE|DSIG|STAT|VORG|cvt |fpgm|gasp|prep|vhea|vmtx)$/;

const work = mkdtempSync(join(tmpdir(), 'hostmaster-fonts-'));
const drawn = new Set<number>();
const index: string[] = [];
const licences = new Set<string>();
try {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const family of families) writeFamily(family);
  writeFileSync(join(target, 'index.txt'), `${index.join('\n')}\n`);
  const [licence = ''] = [...licences].map((text) =>
    text.slice(text.indexOf('This Font Software')),
  );
  const holders = [...licences].map((text) => text.slice(0, text.indexOf('\n')));
  writeFileSync(join(target, 'LICENSE.txt'), `${[...new Set(holders)].join('\n')}\n\n${licence}`);
} finally {
  rmSync(work, { recursive: true });
}

function writeFamily({ name, only }: Family): void {
  const folder = unpack(name);
  licences.add(readFileSync(join(folder, 'LICENSE'), 'utf8'));
  const unicode = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as object;
  const parts: Buffer[] = [];
  let offset = 0;
  const names = Object.keys(unicode).map((key) => key.replaceAll(/[[\]]/g, ''));
  // Every part has a space; the one with Latin letters draws it.
  for (const part of names.toSorted((a, b) => Number(b === 'latin') - Number(a === 'latin'))) {
    if (name === 'noto-sans' ? part === 'devanagari' : shared.test(part)) continue;
    const woff = readFileSync(join(folder, 'files', `${name}-${part}-400-normal.woff`));
    const font = only === undefined ? wholeFont(woff) : subset(woff, only.difference(drawn));
    if (font === null) continue;
    const characters = charactersOf(font).filter((each) => each >= 0x20 && each !== 0xffff);
    index.push(`${name} ${offset} ${font.length} ${rangesOf(characters)}`);
    for (const character of characters) drawn.add(character);
    parts.push(font);
    offset += font.length;
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(Buffer.concat(parts), { params }));
}

function unpack(name: string): string {
  const args = ['pack', '--silent', `@fontsource/${name}@${version}`];
  const packed = execFileSync('npm', args, { cwd: work, encoding: 'utf8' }).trim();
  const folder = join(work, name);
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', packed, '-C', folder, '--strip-components=1'], { cwd: work });
  return folder;
}

function wholeFont(woff: Buffer): Buffer {
  const tables = readTables(woff);
  for (const tag of tables.keys()) if (unusedTables.test(tag)) tables.delete(tag);
  return writeTrueType(tables);
}

/** The glyphs of some characters, without rules of how letters change each other. Null for none. */
function subset(woff: Buffer, wanted: ReadonlySet<number>): Buffer | null {
  const whole = readTables(woff);
  const file = writeTrueType(whole);
  const characters = charactersOf(file).filter((character) => wanted.has(character));
  if (characters.length === 0) return null;
  const font = new Font(faceOf(file));
  const ids = characters.map((character): [number, number] => [
    character,
    font.nominalGlyph(character) ?? 0,
  ]);
  const tables = subsetGlyphs(
    whole,
    ids.map(([, id]) => id),
  );
  tables.set('cmap', characterMap(ids));
  return writeTrueType(tables);
}

/** The table of characters and their glyphs, in format 12. */
function characterMap(ids: readonly (readonly [number, number])[]): Buffer {
  const table = Buffer.alloc(28 + 12 * ids.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + 12 * ids.length, 16);
  table.writeUInt32BE(ids.length, 24);
  for (const [order, [character, id]] of ids.entries()) {
    const at = 28 + 12 * order;
    table.writeUInt32BE(character, at);
    table.writeUInt32BE(character, at + 4);
    table.writeUInt32BE(id, at + 8);
  }
  return table;
}

/** In ascending order. */
function charactersOf(font: Buffer): readonly number[] {
  return [...faceOf(font).collectUnicodes()].sort((a, b) => a - b);
}

function faceOf(font: Buffer): Face {
  return new Face(new Blob(new Uint8Array(font).buffer));
}

/** `20-7e,a0` in hexadecimal. */
function rangesOf(characters: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const character of characters) {
    const last = ranges.at(-1);
    if (last !== undefined && character === last[1] + 1) last[1] = character;
    else ranges.push([character, character]);
  }
  const hex = (character: number) => character.toString(16);
  return ranges
    .map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`))
    .join();
}

/** The Chinese characters of a character set of two bytes. */
function hanOf(
  encoding: string,
  { lead, trail }: Readonly<Record<'lead' | 'trail', readonly [number, number]>>,
): ReadonlySet<number> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<number>();
  for (const first of characterRange(...lead)) {
    for (const second of characterRange(...trail)) {
      const [text = '', ...more] = decoder.decode(Uint8Array.of(first, second));
      if (more.length === 0 && /\p{Script=Han}/u.test(text)) found.add(text.codePointAt(0) ?? 0);
    }
  }
  return found;
}

function characterRange(first: number, last: number): ReadonlySet<number> {
  return new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
