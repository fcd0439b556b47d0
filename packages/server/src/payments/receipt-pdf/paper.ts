/** Pages of A4 with texts of any script and lines. Lengths are points, from the top left corner. */
import { EmbeddedFont, glyphCode, type ShapedGlyph } from './embedded-font.ts';
import type { LoadedFont } from './fonts.ts';
import { PdfFile, pdfNumber, pdfText } from './pdf-file.ts';
import { type TextRun, textLines } from './text-lines.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size?: number;
  /** Three parts from 0 to 1. */
  readonly color?: Color;
  readonly isRight?: boolean;
}

export type Color = readonly [red: number, green: number, blue: number];

export const pageSize = { width: 595.28, height: 841.89 } as const;
const black: Color = [0, 0, 0];
const lineHeight = 1.4;

export class Paper {
  readonly #file = new PdfFile();
  readonly #fonts: ReadonlyMap<LoadedFont, EmbeddedFont>;
  readonly #pages: string[][] = [[]];

  constructor(fonts: readonly LoadedFont[]) {
    this.#fonts = new Map(fonts.map((font) => [font, new EmbeddedFont(font, this.#file)]));
  }

  /** Returns the place below. */
  write(text: string, place: Place): number {
    const { x, width, size = 10, color = black } = place;
    const fonts = [...this.#fonts.keys()];
    const widthOf = (run: TextRun) => (widthOfGlyphs(this.#shape(run)) * size) / 1_000;
    let { y } = place;
    for (const line of textLines(text, { fonts, widthMax: width, widthOf })) {
      const lineWidth = line.runs.reduce((sum, run) => sum + widthOf(run), 0);
      let left = (place.isRight ?? line.isFromRight) ? x + width - lineWidth : x;
      for (const run of line.runs) {
        this.#draw(run, { x: left, y: y + size, size, color });
        left += widthOf(run);
      }
      y += size * lineHeight;
    }
    return y;
  }

  rule({ x, y, width, color }: Required<Pick<Place, 'x' | 'y' | 'width' | 'color'>>): void {
    const height = pdfNumber(pageSize.height - y);
    this.#add(
      `${color.map(pdfNumber).join(' ')} RG 0.75 w ${pdfNumber(x)} ${height} m ${pdfNumber(x + width)} ${height} l S`,
    );
  }

  nextPage(): void {
    this.#pages.push([]);
  }

  end({ title, createdAt }: { readonly title: string; readonly createdAt: number }): Buffer {
    const file = this.#file;
    for (const [{ name }, font] of this.#fonts) font.embed(file, name);
    const fonts = [...this.#fonts.values()].map(({ id }) => `/F${id} ${id} 0 R`).join(' ');
    const parent = file.reserve();
    const pages = this.#pages.map((content) => {
      const stream = file.addStream(Buffer.from(content.join('\n')));
      return file.add(
        `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Resources << /Font << ${fonts} >> >> /Contents ${stream} 0 R >>`,
      );
    });
    const kids = pages.map((page) => `${page} 0 R`).join(' ');
    file.set(parent, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
    const root = file.add(
      `<< /Type /Catalog /Pages ${parent} 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    );
    const time = new Date(createdAt).toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const info = file.add(
      `<< /Title ${pdfText(title)} /Producer (Hostmaster) /CreationDate (D:${time}Z) >>`,
    );
    return file.end({ root, info });
  }

  #draw(
    run: TextRun,
    { x, y, size, color }: Required<Pick<Place, 'x' | 'y' | 'size' | 'color'>>,
  ): void {
    const font = this.#fontOf(run);
    const parts: string[] = [`BT /F${font.id} ${size} Tf ${color.map(pdfNumber).join(' ')} rg`];
    let pen = x;
    /** Where the reader's pen is after the glyphs so far; null where it is not on the line. */
    let readerPen: number | null = null;
    for (const cluster of clustersOf(this.#shape(run))) {
      const { text } = cluster[0];
      const isPlain = cluster.length === 1 && font.textOf(cluster[0].id) === text;
      if (!isPlain) parts.push(`/Span << /ActualText ${pdfText(text)} >> BDC`);
      for (const glyph of cluster) {
        const left = pen + (glyph.x * size) / 1_000;
        const isThere = readerPen !== null && Math.abs(left - readerPen) < positionTolerance;
        if (!isThere || glyph.y !== 0) {
          const up = pageSize.height - y + (glyph.y * size) / 1_000;
          parts.push(`1 0 0 1 ${pdfNumber(left)} ${pdfNumber(up)} Tm`);
        }
        parts.push(`<${glyphCode(glyph.id)}> Tj`);
        readerPen = glyph.y === 0 ? left + (glyph.width * size) / 1_000 : null;
        pen += (glyph.advance * size) / 1_000;
      }
      if (!isPlain) parts.push('EMC');
    }
    this.#add(`${parts.join(' ')} ET`);
  }

  #shape(run: TextRun): readonly ShapedGlyph[] {
    return this.#fontOf(run).shape(run.text, run);
  }

  #fontOf({ font }: TextRun): EmbeddedFont {
    const found = this.#fonts.get(font);
    if (found === undefined) throw new Error(`The font ${font.name} was not loaded.`);
    return found;
  }

  #add(operators: string): void {
    this.#pages.at(-1)?.push(operators);
  }
}

/** Smaller differences cannot be seen. */
const positionTolerance = 0.01;

type Cluster = readonly [ShapedGlyph, ...ShapedGlyph[]];

/** Neighbours that draw the same characters. A reader gets those instead of what each glyph stands for. */
function clustersOf(glyphs: readonly ShapedGlyph[]): readonly Cluster[] {
  const clusters: [ShapedGlyph, ...ShapedGlyph[]][] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last !== undefined && last[0].cluster === glyph.cluster) last.push(glyph);
    else clusters.push([glyph]);
  }
  return clusters;
}

function widthOfGlyphs(glyphs: readonly ShapedGlyph[]): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0);
}
