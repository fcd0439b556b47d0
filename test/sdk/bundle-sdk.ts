/** The SDK with everything it needs, as one module for browsers. */
import { build, type Rolldown } from 'vite';

export async function bundleSdk(): Promise<Rolldown.OutputChunk> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'packages/sdk/src/index.ts', formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const [chunk, ...others] = built?.output ?? [];
  if (chunk === undefined || others.length > 0) throw new Error('The SDK is not one module.');
  return chunk;
}
