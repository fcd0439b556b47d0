import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const bytesMax = 12 * 1024;

it('The SDK, with everything it needs, has at most 12 kB as gzip', async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'packages/sdk/src/index.ts', formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  expect(built?.output).toHaveLength(1);
  const chunk = built?.output[0];
  expect(chunk?.imports).toEqual([]);
  const bytes = gzipSync(chunk?.code ?? '').length;
  expect(bytes).toBeGreaterThan(1_024);
  expect(bytes).toBeLessThan(bytesMax);
});
