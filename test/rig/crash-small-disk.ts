/**
 * A file system so small that a test can fill it: a tmpfs of its own where mounting is allowed, else
 * the container's /dev/shm. A CI run that has neither fails; it is never silently skipped there.
 */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type {} from './global-setup.ts';

export interface SmallDisk {
  /** An empty directory on it. */
  readonly path: string;
  /** Takes every last byte. */
  fill(): void;
  /** Gives them back. */
  free(): void;
  remove(): void;
}

const sharedMemory = '/dev/shm';
const sharedBytesMax = 256 * 2 ** 20;

/** Null where there is no way to have one, outside CI. */
export function openSmallDisk(options: { readonly megabytes: number }): SmallDisk | null {
  const mounted = mountOwn(options.megabytes);
  if (mounted !== null) return mounted;
  if (isSmallSharedMemory()) {
    const path = mkdtempSync(join(sharedMemory, 'hostmaster-'));
    return diskAt(path, () => rmSync(path, { recursive: true, force: true }));
  }
  if (process.env.CI === 'true') throw new Error('No small file system: run as root in CI.');
  return null;
}

function mountOwn(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(inject('temporaryDirectory'), 'disk-'));
  try {
    const flags = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', path];
    execFileSync('mount', flags, { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true, force: true });
    return null;
  }
  return diskAt(path, () => {
    // Lazily: a process that is still ending may have a file open.
    execFileSync('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
  });
}

function isSmallSharedMemory(): boolean {
  try {
    const { blocks, bsize } = statfsSync(sharedMemory);
    return blocks * bsize <= sharedBytesMax;
  } catch {
    return false;
  }
}

function diskAt(root: string, remove: () => void): SmallDisk {
  const path = join(root, 'data');
  mkdirSync(path);
  const ballast = join(root, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let bytes = 2 ** 20; bytes >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(bytes));
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC'))
              throw error;
            bytes = Math.floor(bytes / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove,
  };
}
