/** The one file under a lower number: its package.json is inside as it is, and both numbers are of one length. */
import { readFile, writeFile } from 'node:fs/promises';
import { lowerVersion, version } from './installation.ts';

export async function writeLowerOneFile(source: string, target: string): Promise<void> {
  const content = await readFile(source);
  const manifest = (number: string) =>
    Buffer.from(`"name": "hostmaster",\n  "version": "${number}"`);
  const at = content.indexOf(manifest(version));
  if (at === -1 || content.indexOf(manifest(version), at + 1) !== -1) {
    throw new Error(`${source} does not have its number once.`);
  }
  if (lowerVersion.length !== version.length) throw new Error('The numbers differ in length.');
  manifest(lowerVersion).copy(content, at);
  await writeFile(target, content, { mode: 0o755 });
}
