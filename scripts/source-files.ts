/** Every TypeScript file of the project, as paths from the root, and how a check of them ends. */
import { globSync, readFileSync } from 'node:fs';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

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

/** The files below a folder, except tests. */
export function readSourceFiles(folder: string): readonly SourceFile[] {
  return sourceFiles()
    .filter((path) => path.startsWith(folder) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

export function report(problems: readonly string[]): void {
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
