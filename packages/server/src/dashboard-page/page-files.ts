/**
 * The built page in memory, by request path. No request can reach the disk, and a later build, which
 * deletes this one's folder, does not affect a running process. @fastify/static serves from the
 * folder (docs/adr/0010).
 */
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programFilesIn, readProgramFile } from '../base/program-files.ts';
import type { Encoding } from '../http/compression.ts';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  /** Compressed by the build; absent where that saves nothing. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>;
  /** Its name holds a hash of its content. */
  readonly isImmutable: boolean;
}

/** Keys are paths below /dashboard/, such as `assets/index-4f3a.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const suffixes: ReadonlyMap<string, Encoding> = new Map([
  ['.br', 'br'],
  ['.gz', 'gzip'],
]);

/** Synchronously, as the sources of the page are read. */
export function loadPageFiles(directory: string): PageFiles {
  const folder = pathToFileURL(join(directory, '/'));
  const contents = new Map(
    programFilesIn(folder).map((path) => [path, readProgramFile(new URL(path, folder))]),
  );
  const files = new Map<string, PageFile>();
  for (const [path, body] of contents) {
    if (suffixes.has(extname(path))) continue;
    files.set(path, {
      type: mediaTypes[extname(path)] ?? 'application/octet-stream',
      body,
      encoded: encodingsOf(path, contents),
      isImmutable: path.startsWith('assets/'),
    });
  }
  if (!files.has('index.html')) throw new Error(`${directory} holds no page.`);
  return files;
}

function encodingsOf(
  path: string,
  contents: ReadonlyMap<string, Buffer>,
): ReadonlyMap<Encoding, Buffer> {
  const encoded = new Map<Encoding, Buffer>();
  for (const [suffix, encoding] of suffixes) {
    const body = contents.get(`${path}${suffix}`);
    if (body !== undefined) encoded.set(encoding, body);
  }
  return encoded;
}
