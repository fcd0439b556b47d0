/** The README's first registration, line by line, against a service as a reader has just started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startProcess } from '../cli/program.ts';
import { createTestDirectory } from '../rig/engines.ts';
import { codeBlocks, section } from './documents.ts';

interface Step {
  readonly shell: string;
  /** What the README promises to be seen; null when nothing is. */
  readonly shown: string | null;
}

it("shows what the README's walk-through promises", async () => {
  const directory = await createTestDirectory();
  const service = startProcess(['serve'], {
    HOSTMASTER_DATA_DIR: directory.path,
  });
  onTestFinished(async () => {
    await service.stop();
    await directory.remove();
  });
  const banner = await service.banner();
  const steps = walkThrough();
  expect(steps.length).toBeGreaterThan(8);

  const seen = await runLines(steps, {
    API: banner.url,
    KEY: banner.apiKey ?? expect.fail('The first start printed no key.'),
  });

  for (const [index, step] of steps.entries()) {
    const output = seen[index] ?? '';
    if (step.shown === null) {
      expect(output, step.shell).toBe('');
      continue;
    }
    const actual = JSON.parse(output) as unknown;
    expect(comparable(actual, seen), step.shell).toEqual(
      comparable(
        JSON.parse(step.shown) as unknown,
        steps.map(({ shown }) => shown ?? ''),
      ),
    );
  }
});

/** A shell block and the JSON block after it. */
function walkThrough(): Step[] {
  const steps: Step[] = [];
  for (const { language, text } of codeBlocks(section('README.md', 'A first registration'))) {
    if (language === 'sh') steps.push({ shell: text, shown: null });
    else steps.push({ shell: steps.pop()?.shell ?? '', shown: text });
  }
  return steps;
}

/** One shell for all lines, as a reader has it; only the values of the first block are the reader's. */
async function runLines(
  steps: readonly Step[],
  variables: Readonly<Record<string, string>>,
): Promise<string[]> {
  const mark = '-- next --';
  const script = steps
    .map(({ shell }) =>
      shell.replace(
        /^export (API|KEY)=.*$/gm,
        (_, name: string) => `export ${name}=${variables[name]}`,
      ),
    )
    .join(`echo; echo '${mark}'\n`);
  const shell = spawn('bash', [], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: inject('temporaryDirectory') },
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

/** Ids are opaque; times count as years after the registration. */
function comparable(value: unknown, all: readonly string[]): unknown {
  const createdAt = all.map((part) => /"createdAt":"(\d{4})/.exec(part)?.[1]).find(Boolean);
  const json = JSON.stringify(value)
    .replaceAll(/"(ws|rec)_[0-9a-z]{26}"/g, '"$1_…"')
    .replaceAll(
      /"(\d{4})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g,
      (_, year: string) => `"year ${Number(year) - Number(createdAt)}"`,
    );
  return JSON.parse(json);
}
