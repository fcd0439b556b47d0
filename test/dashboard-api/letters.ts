/** Mail as it arrives: files in the data directory, since no mail server is configured. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestService, until } from '@hostmaster/test-rig/service';

export interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** Waits for the nth letter to an address. */
export async function letterTo(service: TestService, email: string, nth = 1): Promise<Letter> {
  let letters: Letter[] = [];
  await until(`letter ${nth} to ${email} is there`, async () => {
    letters = await lettersTo(service, email);
    return letters.length >= nth;
  });
  const letter = letters[nth - 1];
  if (letter === undefined) throw new Error('No letter.');
  return letter;
}

/** The secret behind the `#` of a link to a page. */
export function linkIn(letter: Letter, page: string): string {
  const token = new RegExp(`/dashboard/${page}#([\\w-]{43})`).exec(letter.text)?.[1];
  if (token === undefined) throw new Error(`No link to ${page} in: ${letter.text}`);
  return token;
}

async function lettersTo(service: TestService, email: string): Promise<Letter[]> {
  const directory = join(service.config.dataDir, 'mail');
  const files = await readdir(directory).catch(() => []);
  const letters: Letter[] = [];
  for (const file of files.filter((name) => name.endsWith('.eml')).sort()) {
    const text = await readFile(join(directory, file), 'utf8');
    if (!text.includes(`To: ${email}`)) continue;
    const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? '';
    letters.push({ subject, text: text.replaceAll('=\r\n', '').replaceAll('=\n', '') });
  }
  return letters;
}
