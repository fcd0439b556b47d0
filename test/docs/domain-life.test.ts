/** The tour through a domain's life, beside a service as a reader has it running. */

import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../cli/program.ts';
import { runSteps, type Step, stepsOf } from './shell-steps.ts';

it('shows what the tour promises', async () => {
  const directory = await createTestDirectory();
  const environment = { HOSTMASTER_DATA_DIR: directory.path };
  const service = await startProcess(['serve'], environment);
  onTestFinished(async () => {
    await service.stop();
    await directory.remove();
  });
  const { url } = await service.banner();
  const steps = stepsOf('docs/tour.md', "A domain's life");
  expect(steps.length).toBeGreaterThan(5);

  const [, ...seen] = await runSteps([earlierExports(), ...steps], {
    variables: { API: url },
    environment,
  });

  for (const [index, { shell, shown }] of steps.entries()) {
    expect(seen[index], shell).toContain(
      shown?.trim() ?? expect.fail(`${shell} promises nothing.`),
    );
  }
});

/** What the reader has from the README. */
function earlierExports(): Step {
  const lines = stepsOf('README.md', 'The first minute')
    .flatMap(({ shell }) => shell.split('\n'))
    .filter((line) => /^export (API|CONTACT)=/.test(line));
  return { shell: `${lines.join('\n')}\n`, shown: null, language: 'sh' };
}
