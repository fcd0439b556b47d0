/** The examples of the SDK's documentation: compiled strictly, and run against a service. */
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { newWebhookSecret } from '../../packages/server/src/base/webhook-signature.ts';
import { root } from '../docs/documents.ts';
import { docExamples, exportedValues, moduleOf, readerModule } from './doc-examples.ts';

const execute = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve('typescript/package.json');

/** Their own registration is part of the example; all others are about a domain that is live. */
const registers = /\.registerDomain\(/;

describeEdge('The examples of the SDK', (service) => {
  const examples = docExamples();
  let folder = '';
  let apiKey = '';

  beforeAll(async () => {
    const workspace = await service.workspace({ credits: '1000' });
    ({ apiKey } = workspace);
    folder = (await createTestDirectory()).path;
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
    await writeFile(join(folder, 'reader.ts'), readerModule);
    for (const [index, example] of examples.entries()) {
      const domain = registers.test(example.text)
        ? service.freshName()
        : await service.liveDomain(workspace.client);
      await writeFile(join(folder, `example-${index}.ts`), moduleOf(example, { domain }));
    }
    const compilerOptions = {
      noUnusedLocals: false,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: ['*.ts'],
      exclude: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });

  it('cover every function and class', () => {
    const text = examples.map((example) => example.text).join('\n');
    for (const name of exportedValues()) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    expect(examples.length).toBeGreaterThan(15);
  });

  it('compile', async () => {
    const tsc = join(dirname(compiler), 'bin/tsc');
    const { stdout } = await execute(process.execPath, [tsc, '-p', folder, '--noEmit']).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('run', async () => {
    const runner = `import { Enough } from './reader.ts';
const titles = ${JSON.stringify(examples.map(({ title }) => title))};
for (const [index, title] of titles.entries()) {
  const { run } = await import(\`./example-\${index}.ts\`);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Enough)) console.error(title, error);
  }
}
`;
    await writeFile(join(folder, 'run.ts'), runner);
    const { stdout, stderr } = await execute(process.execPath, ['run.ts'], {
      cwd: folder,
      env: {
        API_URL: service.url,
        API_KEY: apiKey,
        CONTACT: JSON.stringify(requiredContact),
        SECRET: newWebhookSecret(),
      },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('The price is 14 credits.');
  });
});
