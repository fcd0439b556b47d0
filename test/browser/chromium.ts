/**
 * The Chromium that npm brings, unpacked once for the whole run. A machine with nothing prepared
 * lacks some of its libraries, and fonts: those come with it too. npm's build is for x64 only;
 * other machines take Debian's.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import type {} from '@hostmaster/test-rig/global-setup';
import { inject } from 'vitest';

export interface UnpackedChromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const packed = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'));

let unpacking: Promise<UnpackedChromium> | null = null;

/** Without windows; the whole Chromium takes four times as much processor time. */
const debianChromium = '/usr/bin/chromium-headless-shell';

export function unpackChromium(): Promise<UnpackedChromium> {
  unpacking ??= unpack();
  return unpacking;
}

async function unpack(): Promise<UnpackedChromium> {
  if (process.arch !== 'x64') {
    requirePrograms({
      programs: ['chromium-headless-shell'],
      packages: ['chromium-headless-shell', 'fonts-liberation'],
    });
    return { executablePath: debianChromium, env: process.env as Record<string, string> };
  }
  const place = join(inject('temporaryDirectory'), 'browser');
  if (!existsSync(place)) await unpackInto(place);
  return {
    executablePath: join(place, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      ...(hasLibraries() ? {} : { LD_LIBRARY_PATH: join(place, 'al2023', 'lib') }),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(place, 'fonts') }),
    },
  };
}

/** It appears whole or not at all: a run that was broken off leaves nothing half unpacked. */
async function unpackInto(place: string): Promise<void> {
  const draft = `${place}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const executable = join(draft, 'chromium');
  await pipeline(read('chromium.br'), createBrotliDecompress(), createWriteStream(executable));
  await chmod(executable, 0o700);
  for (const name of ['al2023', 'fonts']) await unpackArchive(name, join(draft, name));
  await rename(draft, place).catch(() => rm(draft, { recursive: true }));
}

async function unpackArchive(name: string, directory: string): Promise<void> {
  const archive = `${directory}.tar`;
  await mkdir(directory);
  await pipeline(read(`${name}.tar.br`), createBrotliDecompress(), createWriteStream(archive));
  execFileSync('tar', ['-x', '-f', archive, '-C', directory]);
  await rm(archive);
}

function read(name: string) {
  return createReadStream(fileURLToPath(new URL(name, packed)));
}

function hasLibraries(): boolean {
  const known = execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return known.includes('libnss3.so') && known.includes('libnspr4.so');
}
