/** Runs a document's shell blocks as a reader would: one after the other, in one shell. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished } from 'vitest';
import { codeBlocks, section } from './documents.ts';

export interface Step {
  readonly shell: string;
  /** What the document promises to be seen; null when nothing is. */
  readonly shown: string | null;
  /** The language of what is shown. */
  readonly language: string;
}

/** Each shell block of a section with the block after it. */
export function stepsOf(document: string, heading: string): Step[] {
  const steps: Step[] = [];
  for (const { language, text: block } of codeBlocks(section(document, heading))) {
    if (language === 'sh') steps.push({ shell: block, shown: null, language });
    else steps.push({ shell: steps.pop()?.shell ?? '', shown: block, language });
  }
  return steps;
}

/** What each step printed. Exports of the given variables get the reader's own values. */
export async function runSteps(
  steps: readonly Step[],
  reader: {
    readonly variables: Readonly<Record<string, string>>;
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<string[]> {
  const mark = '-- next --';
  const script = steps
    .map(({ shell }) =>
      shell.replace(/^export (\w+)=.*$/gm, (line, name: string) => {
        const value = reader.variables[name];
        return value === undefined ? line : `export ${name}='${value}'`;
      }),
    )
    .join(`echo; echo '${mark}'\n`);
  const shell = spawn('bash', [], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: inject('temporaryDirectory'),
      ...reader.environment,
    },
  });
  onTestFinished(() => void shell.kill('SIGKILL'));
  shell.stdin.end(script);
  const [output, complaints] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close'),
  ]);
  expect(complaints).toBe('');
  return output.split(mark).map((part) => part.trim());
}
