/** A PDF file: numbered objects, and the table of where each begins (ISO 32000-1, 7.5). */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export class PdfFile {
  readonly #objects: (Buffer | null)[] = [];

  /** The number of an object that is set later. */
  reserve(): number {
    return this.#objects.push(null);
  }

  set(id: number, content: string): void {
    this.#objects[id - 1] = Buffer.from(content, 'latin1');
  }

  add(content: string): number {
    const id = this.reserve();
    this.set(id, content);
    return id;
  }

  addStream(data: Uint8Array, entries = ''): number {
    const packed = deflateSync(data, { level: 9 });
    const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    return this.#objects.push(
      Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]),
    );
  }

  end({ root, info }: { readonly root: number; readonly info: number }): Buffer {
    const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let offset = pieces[0]?.length ?? 0;
    const places = this.#objects.map((object, index) => {
      if (object === null) throw new Error(`Object ${index + 1} of a PDF was not set.`);
      const place = offset;
      const head = Buffer.from(`${index + 1} 0 obj\n`);
      const end = Buffer.from('\nendobj\n');
      pieces.push(head, object, end);
      offset += head.length + object.length + end.length;
      return place;
    });
    const count = places.length + 1;
    const hash = createHash('sha256').update(Buffer.concat(pieces)).digest('hex').slice(0, 32);
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const trailer = `<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R /ID [<${hash}> <${hash}>] >>`;
    const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${offset}\n%%EOF\n`;
    return Buffer.concat([...pieces, Buffer.from(end)]);
  }
}

/** A text of any script. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** With as many digits as paper needs. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
