/** The README's first minute and the tour, line by line, against a service that has just started. */

import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../cli/program.ts';
import { runSteps, stepsOf } from './shell-steps.ts';

beforeAll(requireDnsPeers);

it('shows what the README and the tour promise', async () => {
  const directory = await createTestDirectory();
  const service = await startProcess(['serve'], {
    HOSTMASTER_DATA_DIR: directory.path,
  });
  onTestFinished(async () => {
    await service.stop();
    await directory.remove();
  });
  const banner = await service.banner();
  const steps = [
    ...stepsOf('README.md', 'The first minute'),
    ...stepsOf('docs/tour.md', 'More of the API'),
  ].map((step) => ({
    ...step,
    shell: step.shell.replace(
      '-p 5300 ',
      `-p ${banner.dnsPort ?? expect.fail('No DNS port is shown.')} `,
    ),
  }));
  expect(steps.length).toBeGreaterThan(8);

  const seen = await runSteps(steps, {
    variables: {
      API: banner.url,
      KEY: banner.apiKey ?? expect.fail('The first start printed no key.'),
    },
  });

  for (const [index, step] of steps.entries()) {
    const output = seen[index] ?? '';
    if (step.shown === null) {
      expect(output, step.shell).toBe('');
      continue;
    }
    if (step.language === 'text') {
      expect(output, step.shell).toBe(step.shown.trim());
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
