/**
 * Files that come with the program. They are beside its code or, where the program is one file
 * (docs/adr/0039), inside it under the same paths.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import sea from 'node:sea';
import { fileURLToPath } from 'node:url';

const isOneFile = sea.isSea();

export const programVersion: string = (
  JSON.parse(readProgramFile(new URL('../../package.json', import.meta.url)).toString()) as {
    version: string;
  }
).version;

export function hasProgramFile(file: URL): boolean {
  return isOneFile ? sea.getAssetKeys().includes(file.pathname) : existsSync(file);
}

export function readProgramFile(file: URL): Buffer {
  return isOneFile ? Buffer.from(sea.getRawAsset(file.pathname)) : readFileSync(file);
}

/** Paths below a folder, whose URL ends with a slash. */
export function programFilesIn(folder: URL): string[] {
  if (isOneFile) {
    const { pathname } = folder;
    const keys = sea.getAssetKeys().filter((key) => key.startsWith(pathname));
    return keys.map((key) => key.slice(pathname.length));
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(folder), join(entry.parentPath, entry.name)))
    .map((path) => path.replaceAll(sep, '/'));
}

/** What a thread is started with. */
export function programThread(file: URL): URL {
  if (!isOneFile) return file;
  return new URL(`data:text/javascript;base64,${readProgramFile(file).toString('base64')}`);
}
