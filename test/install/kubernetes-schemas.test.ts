/**
 * deploy/kubernetes by the schemas of Kubernetes: kubernetes-models has them as validators, which check
 * values, and as types, which refuse fields that are not known.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { environmentWith, npm, repository, run } from './installation.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec?: Readonly<Record<string, unknown>>;
}

const bin = dirname(process.execPath);
const packages = ['kubernetes-models@5.1.0', 'typescript@5.9.3'];
const compilerOptions = {
  strict: true,
  target: 'es2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
  rootDir: '.',
  outDir: 'compiled',
};

describe('the manifests of Kubernetes', () => {
  const text = readFileSync(join(repository, 'deploy/kubernetes/hostmaster.yaml'), 'utf8');
  const manifests = parseAllDocuments(text).map((each) => each.toJS() as Manifest);
  let folder = '';

  beforeAll(async () => {
    folder = (await createTestDirectory()).path;
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
    const config = { compilerOptions, files: ['check.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });

  /** What the compiler finds, or what the validators do. */
  async function problemsOf(checked: readonly Manifest[]): Promise<string> {
    await writeFile(join(folder, 'check.ts'), programOf(checked));
    const env = environmentWith(bin);
    const node = (...args: readonly string[]) =>
      run('node', args, { cwd: folder, env }).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
    const compiled = await node('node_modules/typescript/bin/tsc', '-p', '.');
    if (compiled.stdout !== '') return compiled.stdout;
    const { stdout, stderr } = await node('compiled/check.js');
    return `${stdout}${stderr}`;
  }

  it('have known fields and valid values', async () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ConfigMap', 'Deployment', 'Ingress', 'PodDisruptionBudget']),
    );
    expect(await problemsOf(manifests)).toBe('');
  });

  it('would be refused with a field or a value that Kubernetes does not take', async () => {
    const changed = (spec: object) =>
      manifests
        .filter(({ kind }) => kind === 'Deployment')
        .map((each) => ({ ...each, spec: { ...each.spec, ...spec } }));
    expect(await problemsOf(changed({ replica: 2 }))).toContain(`'"replica"' does not exist`);
    expect(await problemsOf(changed({ replicas: 2.5 }))).toContain('/spec/replicas');
  });
});

function programOf(manifests: readonly Manifest[]): string {
  const parts = manifests.map(({ apiVersion, kind, ...rest }, index) => {
    const content = JSON.stringify(rest, null, 2);
    return `import { ${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}';
new Kind${index}(${content}).validate();
`;
  });
  return parts.join('\n');
}
