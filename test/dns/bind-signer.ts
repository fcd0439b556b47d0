/** Keys and signed zone files, made by the programs of BIND. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from '@hostmaster/test-rig/debian-packages';
import { expect } from 'vitest';

const run = promisify(execFile);

interface ZonePlace {
  readonly zone: string;
  readonly directory: string;
}

/** A new key of a zone, and the data of its DNSKEY record. */
export async function generateKey(
  { zone, directory }: ZonePlace,
  kind: 'KSK' | 'ZSK',
): Promise<string> {
  const { stdout } = await run(
    'dnssec-keygen',
    [
      ...['-q', '-K', directory, '-a', 'ECDSAP256SHA256'],
      ...(kind === 'KSK' ? ['-f', 'KSK'] : []),
      zone,
    ],
    { env: environment },
  );
  const file = await readFile(join(directory, `${stdout.trim()}.key`), 'utf8');
  const [, head, point] = /DNSKEY\s+(\d+ \d+ \d+) (.+)$/m.exec(file) ?? expect.unreachable();
  return `${head} ${point?.replaceAll(' ', '')}`;
}

/** Signs with all keys of the directory, into a file that ends in `.signed`. */
export async function signZoneFile(
  { zone, directory }: ZonePlace,
  { text, options = [] }: { readonly text: string; readonly options?: readonly string[] },
): Promise<void> {
  const file = join(directory, zone);
  await writeFile(file, text);
  await run('dnssec-signzone', ['-q', '-S', ...options, '-K', directory, '-o', zone, file], {
    env: environment,
    cwd: directory,
  });
}
