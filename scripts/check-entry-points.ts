/** Every entry point loads under plain type stripping: no build step may be needed to run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

const packages = ['contract', 'dns', 'epp', 'sdk'];
let failures = 0;

for (const folder of packages) {
  const manifest = JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8')) as Manifest;
  for (const entry of Object.keys(manifest.exports ?? {})) {
    const specifier = entry === '.' ? manifest.name : `${manifest.name}${entry.slice(1)}`;
    expectSuccess(specifier, ['--input-type=module', '-e', `await import('${specifier}')`]);
  }
}
expectSuccess('hostmaster --version', ['--version'], 'packages/server/bin/hostmaster.js');
process.exitCode = failures === 0 ? 0 : 1;

function expectSuccess(title: string, args: readonly string[], program = process.execPath): void {
  const result = spawnSync(program, args, { encoding: 'utf8' });
  if (result.status === 0 && result.stderr === '') return;
  failures += 1;
  console.error(`${title} does not load:\n${result.stderr}`);
}
