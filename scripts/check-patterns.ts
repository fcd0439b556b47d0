/**
 * Every regular expression of the product runs in linear time: input from outside must not be able
 * to block the process. Patterns are literals, so that this check sees all of them.
 */
import { analyse } from 'scslre';
import type { ESTree } from 'vite';
import { readSourceFiles, report, type SourceFile } from './source-files.ts';
import { lineOf, visit } from './syntax.ts';

/** Patterns that are built at run time, by file, with the reason why they are linear. */
const builtPatterns: Readonly<Record<string, string>> = {
  'packages/server/src/http/not-found.ts': 'one class without a slash between slashes',
  'packages/server/src/domains/host-labels.ts': 'one class between anchors',
  'packages/server/src/adapters/epp/idn-tables.ts': 'one class between anchors',
};

if (import.meta.main) {
  const files = readSourceFiles('packages/').filter(({ path }) => !path.includes('/fuzz/'));
  report(patternProblems(files, builtPatterns));
}

export function patternProblems(
  files: readonly SourceFile[],
  built: Readonly<Record<string, string>>,
): readonly string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const file of files) {
    const add = (node: ESTree.Node, problem: string) =>
      problems.push(`${file.path}:${lineOf(file, node)}: ${problem}`);
    const onBuilt = (node: ESTree.CallExpression | ESTree.NewExpression) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
      if (file.path in built) used.add(file.path);
      else add(node, 'write the pattern as a literal, or name the file in check-patterns.ts');
    };
    visit(file, {
      Literal(node) {
        if (!('regex' in node)) return;
        const { pattern, flags } = node.regex;
        const { reports } = analyse({ source: pattern, flags });
        if (reports.length === 0) return;
        const kind = reports.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic';
        add(node, `takes ${kind} time: /${pattern}/${flags}`);
      },
      NewExpression: onBuilt,
      CallExpression: onBuilt,
    });
  }
  for (const path of Object.keys(built)) {
    if (!used.has(path)) problems.push(`scripts/check-patterns.ts: ${path} builds none.`);
  }
  return problems;
}
