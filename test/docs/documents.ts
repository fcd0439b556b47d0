/** Reads the project's documents: tables, sections, code blocks and links, as Markdown has them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every file of ours that a reader may open, as paths from the root. */
export function publishedFiles(): string[] {
  return globSync(['**/*.{md,ts,js,json,sql}', '.ci/*'], {
    cwd: root,
    exclude: (path) => /(?:^|[\\/])(?:node_modules|data|dist|coverage|\.git)(?:[\\/]|$)/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function documents(): string[] {
  return publishedFiles().filter((path) => path.endsWith('.md'));
}

/** The rows below the table head that starts with these titles, as trimmed cells. */
export function table(path: string, titles: readonly string[]): string[][] {
  const lines = read(path).split('\n');
  const head = lines.findIndex((line) => cells(line).join() === titles.join());
  if (head === -1) throw new Error(`${path} has no table | ${titles.join(' | ')} |.`);
  const rows: string[][] = [];
  for (const line of lines.slice(head + 2)) {
    if (!line.startsWith('|')) break;
    rows.push(cells(line));
  }
  return rows;
}

function cells(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** From a heading of the second level to the next. */
export function section(path: string, title: string): string {
  const found = read(path)
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`${path} has no section "${title}".`);
  return found;
}

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** Targets of links that stay inside the project. */
export function relativeLinks(path: string): string[] {
  const prose = read(path)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^(?:[a-z]+:|#)/i.test(target));
}
