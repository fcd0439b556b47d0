/** Files of fonts: reads the tables of WOFF (version 1) and TrueType, and writes TrueType. */
import { inflateSync } from 'node:zlib';

/** Content by tag, in the order of the file. */
export type FontTables = Map<string, Buffer>;

const headerBytes = 12;
const entryBytes = 16;

export function readTables(file: Buffer): FontTables {
  const isWoff = file.toString('latin1', 0, 4) === 'wOFF';
  const count = file.readUInt16BE(isWoff ? 12 : 4);
  const tables: FontTables = new Map();
  for (let index = 0; index < count; index += 1) {
    const at = isWoff ? 44 + 20 * index : headerBytes + entryBytes * index;
    const offset = file.readUInt32BE(isWoff ? at + 4 : at + 8);
    const length = file.readUInt32BE(at + 12);
    const stored = isWoff ? file.readUInt32BE(at + 8) : length;
    const content = file.subarray(offset, offset + stored);
    tables.set(
      file.toString('latin1', at, at + 4),
      stored === length ? content : inflateSync(content, { maxOutputLength: length }),
    );
  }
  return tables;
}

export function writeTrueType(tables: FontTables): Buffer {
  const directory = Buffer.alloc(headerBytes + entryBytes * tables.size);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.size, 4);
  const bodies: Buffer[] = [directory];
  let offset = directory.length;
  for (const [order, [tag, content]] of [...tables].entries()) {
    const at = headerBytes + entryBytes * order;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc(-content.length & 3);
    bodies.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(bodies);
}

/** Only some glyphs, under the same ids, and what draws them. */
export function subsetGlyphs(tables: FontTables, wanted: Iterable<number>): FontTables {
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`A font has no table ${tag}.`);
    return found;
  };
  const [glyf, loca, head] = [table('glyf'), table('loca'), Buffer.from(table('head'))];
  const isLong = head.readInt16BE(50) === 1;
  const placeOf = (id: number) =>
    isLong ? loca.readUInt32BE(4 * id) : 2 * loca.readUInt16BE(2 * id);
  const count = table('maxp').readUInt16BE(4);
  const kept = new Set<number>();
  const keep = (id: number) => {
    if (id >= count || kept.has(id)) return;
    kept.add(id);
    for (const part of componentsOf(glyf.subarray(placeOf(id), placeOf(id + 1)))) keep(part);
  };
  keep(0);
  for (const id of wanted) keep(id);
  const places = Buffer.alloc(4 * (count + 1));
  const glyphs: Buffer[] = [];
  let offset = 0;
  for (let id = 0; id < count; id += 1) {
    places.writeUInt32BE(offset, 4 * id);
    if (!kept.has(id)) continue;
    const glyph = glyf.subarray(placeOf(id), placeOf(id + 1));
    glyphs.push(glyph);
    offset += glyph.length;
  }
  places.writeUInt32BE(offset, 4 * count);
  head.writeInt16BE(1, 50);
  return new Map([
    ['glyf', Buffer.concat(glyphs)],
    ['head', head],
    ['hhea', table('hhea')],
    ['hmtx', table('hmtx')],
    ['loca', places],
    ['maxp', table('maxp')],
  ]);
}

const flags = { wordArguments: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 };

/** The glyphs that a composite glyph is made of. */
function componentsOf(glyph: Buffer): readonly number[] {
  const parts: number[] = [];
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return parts;
  let at = 10;
  for (let flag = flags.more; (flag & flags.more) !== 0; ) {
    flag = glyph.readUInt16BE(at);
    parts.push(glyph.readUInt16BE(at + 2));
    at += 4 + ((flag & flags.wordArguments) === 0 ? 2 : 4);
    if ((flag & flags.scale) !== 0) at += 2;
    else if ((flag & flags.twoScales) !== 0) at += 4;
    else if ((flag & flags.matrix) !== 0) at += 8;
  }
  return parts;
}
