/** Plain technical English: words that turn a sentence into a riddle stay out of code and documents. */
import { globSync, readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

/** Test data may contain them: an address without an account, a workspace that does not exist. */
const data =
  /nobody@|'nobody'|'NOBODY'|'Nobody'|"Nobody"|nobody-has|nobody\.com|somebody@|nobody\.sells|somebody-\$/g;
const words = /\b(?:nobody|whoever|somebody|anew|shall|for ever|is told|so long)\b/i;
/** The list itself. */
const except = ['scripts/check-words.ts'];

const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md']);
const problems: string[] = [];
for (const file of [...sourceFiles(), ...documents]) {
  if (except.includes(file)) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const word = words.exec(line.replaceAll(data, ''))?.[0];
    if (word !== undefined) problems.push(`${file}:${index + 1}: say it without "${word}"`);
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
