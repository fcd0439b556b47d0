/** When the last backup was made, and which file it is: a small file in the data directory. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileName = 'last-backup';

export function noteBackup(dataDir: string, file: string): void {
  try {
    writeFileSync(join(dataDir, fileName), `${file}\n`);
  } catch {
    // The backup is complete; only the doctor does not know about it.
  }
}

/** Null when none was made. */
export function readLastBackup(
  dataDir: string,
): { readonly at: number; readonly file: string } | null {
  const path = join(dataDir, fileName);
  try {
    return { at: statSync(path).mtimeMs, file: readFileSync(path, 'utf8').trim() };
  } catch {
    return null;
  }
}
