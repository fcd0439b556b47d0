/** Plain technical English: words that turn a sentence into a riddle stay out of code and documents. */
import { globSync, readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

/** Test data may contain them: an address without an account, a workspace that does not exist. */
const data =
  /nobody@|'nobody'|'NOBODY'|'Nobody'|"Nobody"|nobody-has|nobody\.com|somebody@|nobody\.sells|somebody-\$/g;
const words = new RegExp(
  `\\b(?:${[
    'nobody|whoever|somebody|anybody|anew|shall|for ever|so long',
    // Code and peers do not talk: a message is sent, received, logged or queried.
    '(?:is|are|was|were|be|unless) told|told (?:of|apart)|hears?|heard|unheard',
    'wish(?:es)?|mend(?:s|ed)?|judged?|tells? one story',
    'in vain|without ado|without a word|sooner or later|goes on later|no sign of life',
  ].join('|')})\\b`,
  'i',
);
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
