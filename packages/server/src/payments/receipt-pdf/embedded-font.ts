/** A font in a PDF file: shapes texts with HarfBuzz, and embeds the glyphs that were used. */
import { Blob, Direction, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs';
import type { LoadedFont } from './fonts.ts';
import { type PdfFile, pdfText } from './pdf-file.ts';
import { readTables, subsetGlyphs, writeTrueType } from './true-type.ts';

/** Lengths in thousandths of the size of the text. */
export interface ShapedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** To the next glyph; `width` is that of the glyph itself. */
  readonly advance: number;
  readonly width: number;
  /** The characters that it draws, alone or with its neighbours of the same cluster. */
  readonly cluster: number;
  readonly text: string;
}

export class EmbeddedFont {
  readonly #data: Buffer;
  readonly #font: Font;
  readonly #scale: number;
  /** The characters of each glyph that was used. */
  readonly #texts = new Map<number, string>();
  /** The number of its object in the file. */
  readonly id: number;

  constructor({ data }: LoadedFont, file: PdfFile) {
    this.#data = Buffer.from(data);
    const face = new Face(new Blob(new Uint8Array(data).buffer));
    this.#font = new Font(face);
    this.#scale = 1_000 / face.upem;
    this.id = file.reserve();
  }

  /** From left to right on paper. */
  shape(text: string, { isFromRight }: { readonly isFromRight: boolean }): readonly ShapedGlyph[] {
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.setDirection(isFromRight ? Direction.RTL : Direction.LTR);
    buffer.guessSegmentProperties();
    shape(this.#font, buffer);
    const infos = buffer.getGlyphInfos();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const positions = buffer.getGlyphPositions();
    return infos.map(({ codepoint: id, cluster }, index) => {
      const end = starts[starts.indexOf(cluster) + 1];
      const drawn = text.slice(cluster, end);
      if (!this.#texts.has(id)) this.#texts.set(id, drawn);
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return {
        id,
        x: xOffset * this.#scale,
        y: yOffset * this.#scale,
        advance: xAdvance * this.#scale,
        width: this.#font.glyphHAdvance(id) * this.#scale,
        cluster,
        text: drawn,
      };
    });
  }

  /** The characters that a reader finds for a glyph. */
  textOf(id: number): string {
    return this.#texts.get(id) ?? '';
  }

  /** After the last text: a composite font whose codes are the ids of glyphs (ISO 32000-1, 9.7). */
  embed(file: PdfFile, name: string): void {
    const ids = [...this.#texts.keys()].sort((a, b) => a - b);
    const tables = subsetGlyphs(readTables(this.#data), ids);
    const { head, hhea } = { head: tables.get('head'), hhea: tables.get('hhea') };
    if (head === undefined || hhea === undefined) throw new Error('A font has no metrics.');
    const length = (value: number) => Math.round(value * this.#scale);
    const box = [36, 38, 40, 42].map((at) => length(head.readInt16BE(at))).join(' ');
    const [ascent, descent] = [4, 6].map((at) => length(hhea.readInt16BE(at)));
    const content = writeTrueType(tables);
    const program = file.addStream(content, `/Length1 ${content.length}`);
    const fontName = `/HOSTMA+${name}`;
    const descriptor = file.add(
      `<< /Type /FontDescriptor /FontName ${fontName} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${program} 0 R >>`,
    );
    const widths = ids.map((id) => `${id} [${length(this.#font.glyphHAdvance(id))}]`).join(' ');
    const glyphs = file.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${fontName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /W [${widths}] /CIDToGIDMap /Identity >>`,
    );
    const unicode = file.addStream(Buffer.from(this.#characterMap(ids)));
    file.set(
      this.id,
      `<< /Type /Font /Subtype /Type0 /BaseFont ${fontName} /Encoding /Identity-H /DescendantFonts [${glyphs} 0 R] /ToUnicode ${unicode} 0 R >>`,
    );
  }

  /** Which characters a glyph stands for, so that the text can be searched and copied. */
  #characterMap(ids: readonly number[]): string {
    const lines = ids
      .filter((id) => this.textOf(id) !== '')
      .map((id) => `<${glyphCode(id)}> ${pdfText(this.textOf(id)).replace('feff', '')}`);
    const blocks: string[] = [];
    for (let start = 0; start < lines.length; start += blockMax) {
      const block = lines.slice(start, start + blockMax);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
  }
}

/** Lines that a block of the map may have. */
const blockMax = 100;

export function glyphCode(id: number): string {
  return id.toString(16).padStart(4, '0');
}
