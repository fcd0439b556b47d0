/** The configurations of docs/secondaries.md, by the title of their section. */
import { readFileSync } from 'node:fs';

const page = new URL('../../docs/secondaries.md', import.meta.url);

/** The first block of a language in a section. */
export function pageBlock(title: string, language: string): string {
  const part = readFileSync(page, 'utf8')
    .split(/^## /m)
    .find((each) => each.startsWith(`${title}\n`));
  const found = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(part ?? '')?.[1];
  if (found === undefined) {
    throw new Error(`docs/secondaries.md has no ${language} block under "${title}".`);
  }
  return found;
}
