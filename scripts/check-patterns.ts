/**
 * Every regular expression of the product runs in linear time: input from outside must not be able
 * to block the process. Patterns are literals, so that this check sees all of them.
 */
import { readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';
import { sourceFiles } from './source-files.ts';

/** Patterns that are built at run time, by file, with the reason why they are linear. */
const built: Readonly<Record<string, string>> = {
  'packages/server/src/http/not-found.ts': 'one class without a slash between slashes',
  'packages/server/src/domains/host-labels.ts': 'one class between anchors',
  'packages/server/src/registrars/epp/idn-tables.ts': 'one class between anchors',
};

const problems: string[] = [];
const usedExceptions = new Set<string>();
for (const file of sourceFiles()) {
  if (!file.startsWith('packages/') || /\.test\.tsx?$|\/fuzz\//.test(file)) continue;
  checkFile(file);
}
for (const file of Object.keys(built)) {
  if (!usedExceptions.has(file)) problems.push(`scripts/check-patterns.ts: ${file} builds none.`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

function checkFile(file: string): void {
  const source = readFileSync(file, 'utf8');
  const report = (offset: number, problem: string) => {
    const line = source.slice(0, offset).split('\n').length;
    problems.push(`${file}:${line}: ${problem}`);
  };
  const { program } = parseSync(file, source);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags });
      if (reports.length === 0) return;
      const kind = reports.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic';
      report(node.start, `takes ${kind} time: /${pattern}/${flags}`);
    },
    NewExpression({ callee, start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      if (file in built) usedExceptions.add(file);
      else report(start, 'write the pattern as a literal, or name the file in check-patterns.ts');
    },
  }).visit(program);
}
