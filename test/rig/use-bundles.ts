/** Inside a program that a test starts: dependencies come from the bundles; see bundle-dependencies.ts. */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const directory = new URL(import.meta.url).searchParams.get('in') ?? '';

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!/^\w+$/.test(specifier)) return nextResolve(specifier, context);
    const bundle = new URL(`${specifier}.js`, directory);
    if (!existsSync(bundle)) return nextResolve(specifier, context);
    return { url: bundle.href, format: 'module', shortCircuit: true };
  },
});
