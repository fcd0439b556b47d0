/** Checks of the whole package: the README's tables and examples, and what a browser can load. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordGrammars, recordTypes } from './records/index.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the README', () => {
  it('lists the record types as the code has them', () => {
    const table = readme.slice(readme.indexOf('<!-- record types')).split('\n\n')[0] ?? '';
    const rows = recordTypes.map((type) => {
      const { format, wire, examples, reference } = recordGrammars[type];
      const travels = wire === null ? 'never' : `${wire.mnemonic} (${wire.typeCode})`;
      return `| ${type} | \`${format}\` | ${travels} | \`${examples[0]}\` | ${reference} |`;
    });
    expect(table.split('\n').slice(3)).toEqual(rows);
  });

  it('names files that exist', () => {
    for (const [, path = ''] of readme.matchAll(/`(?:node packages\/dns\/)?(src\/[^`\s]+)`/g)) {
      expect(existsSync(join(import.meta.dirname, '..', path)), path).toBe(true);
    }
  });

  it('shows examples that run and give what their comments promise', () => {
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(examples).toHaveLength(4);
    let promises = 0;
    const checked = examples.map((code) =>
      code.replace(/^(.+); \/\/ ('.*')$/gm, (_line, expression, literal) => {
        promises += 1;
        return `assert.equal(${expression}, ${literal});`;
      }),
    );
    expect(promises).toBe(3);
    for (const code of checked) {
      const program = `import assert from 'node:assert/strict';\n${code}`;
      const args = ['--input-type=module-typescript', '-e', program];
      const cwd = join(import.meta.dirname, '..');
      const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    }
  });
});

describe.each(['index.ts', 'records/index.ts'])('the entry %s', (entry) => {
  it('loads where there is no Node', () => {
    const files = reachable(join(import.meta.dirname, entry));
    expect(files.size).toBeGreaterThan(15);
    for (const file of files) {
      const code = readFileSync(file, 'utf8');
      expect(code, file).not.toMatch(/from 'node:|\bBuffer\.|\bprocess\./);
    }
  });
});

/** Every file that an entry imports, directly or not. */
function reachable(entry: string): Set<string> {
  const files = new Set([entry]);
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (const [, path = ''] of code.matchAll(/from '(\.[^']+)'/g))
      files.add(join(dirname(file), path));
  }
  return files;
}
