/** Inside a program that a test starts: an entry's bundle is loaded instead of it; see bundle-programs.ts. */
import { registerHooks } from 'node:module';

const bundles = new URL(import.meta.url).searchParams;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    const url = bundles.get(found.url);
    return url === null ? found : { url, format: 'module', shortCircuit: true };
  },
});
