/** Every TypeScript file of the project, as paths from the root. */
import { globSync } from 'node:fs';

export function sourceFiles(): readonly string[] {
  return globSync(
    ['packages/*/src/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'],
    {
      exclude: (path) => path.includes('node_modules') || path.includes('/dist'),
    },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
