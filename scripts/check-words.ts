/** Plain technical English: words that turn a sentence into a riddle stay out of code and documents. */
import { globSync, readFileSync } from 'node:fs';
import { report, type SourceFile, sourceFiles } from './source-files.ts';

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
/** What reads translated in sentences of the dashboard, of mails and of the activity. */
const translated = new RegExp(
  [
    'the domain is here\\.|among equals|; ; allows|not done in time|nothing has changed\\. the',
    'waits until the one|(?:see|sees) nothing else of|you join nothing',
    // "has it already." and "began to turn off" instead of "already has it" and "started turning off".
    ' already\\.|\\b(?:began|finished|cancelled|planned again) to ',
    'says why|signs? beside|be known to others|asks? for access',
    'canceled',
  ].join('|'),
  'i',
);
const comment = /^\s*(?:\/\/|\/?\*)/;
const shownToPeople =
  /^packages\/(?:dashboard\/src|server\/src\/(?:notices|facts|mail))\/.*(?<!\.test)\.tsx?$/;
/** A comment is a noun phrase or a sentence that stands alone: "Version of the list", not "Of the list". */
const genitive = /(?:\/\*\*?|\/\/|^\s*\*) Of\b/;
/** The list itself, and its test. */
const except = ['scripts/check-words.ts', 'scripts/check-words.test.ts'];

if (import.meta.main) {
  const documents = globSync([
    '*.md',
    'docs/**/*.md',
    'packages/*/README.md',
    'test/rig/README.md',
  ]);
  const files = [...sourceFiles(), ...documents].filter((path) => !except.includes(path));
  report(files.flatMap((path) => wordProblems({ path, text: readFileSync(path, 'utf8') })));
}

export function wordProblems({ path, text }: SourceFile): readonly string[] {
  const problems: string[] = [];
  const isCode = !path.endsWith('.md');
  for (const [index, line] of text.split('\n').entries()) {
    const place = `${path}:${index + 1}`;
    const word = words.exec(line.replaceAll(data, ''))?.[0];
    if (word !== undefined) problems.push(`${place}: say it without "${word}"`);
    const isSentence = shownToPeople.test(path) && !comment.test(line);
    const phrase = isSentence ? translated.exec(line)?.[0] : undefined;
    if (phrase !== undefined) problems.push(`${place}: "${phrase.trim()}" reads translated`);
    if (isCode && genitive.test(line)) {
      problems.push(`${place}: begin the comment with its noun instead of "Of"`);
    }
  }
  return problems;
}
