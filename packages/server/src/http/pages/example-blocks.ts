/** The lines of an example on /reference, one block for each way to send it. */
import type { ErrorLines } from '@hostmaster/contract';
import { type Html, html } from './html.ts';

const titles = { curl: 'curl', sdk: 'SDK', command: 'Command line' } as const;

/** Without an answer where that is bytes. */
export function exampleBlocks(lines: ErrorLines, answer: unknown): readonly Html[] {
  const blocks = Object.entries(titles).flatMap(([kind, title]) => {
    const text = lines[kind as keyof typeof titles];
    return text === undefined ? [] : [block(title, text)];
  });
  return answer === undefined ? blocks : [...blocks, block('Answer', answerText(answer))];
}

/** A file is shown as it is. */
function answerText(answer: unknown): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
}

function block(title: string, text: string): Html {
  return html`<h4>${title}</h4><pre><code>${text}</code></pre>`;
}
