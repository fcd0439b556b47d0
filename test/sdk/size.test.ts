import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundleSdk } from './bundle-sdk.ts';

const bytesMax = 12 * 1024;

it('The SDK, with everything it needs, has at most 12 kB as gzip', async () => {
  const { code, imports } = await bundleSdk();
  expect(imports).toEqual([]);
  const bytes = gzipSync(code).length;
  expect(bytes).toBeGreaterThan(1_024);
  expect(bytes).toBeLessThan(bytesMax);
});
