/** Inside a program that a test starts: an entry's bundle is loaded instead of it; see bundle-programs.ts. */
import { registerHooks } from 'node:module';

const bundles = new URL(import.meta.url).searchParams;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    // A program that is imported again has a query.
    const [file = '', query] = found.url.split('?');
    const bundle = bundles.get(file);
    if (bundle === null) return found;
    const url = query === undefined ? bundle : `${bundle}?${query}`;
    return { url, format: 'module', shortCircuit: true };
  },
});
