/** /openapi.json by a linter that is not part of the checkout; test/api/documents.test.ts has the other one. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { environmentWith, npm, run } from './installation.ts';

const bin = dirname(process.execPath);
const ruleset = {
  extends: [['spectral:oas', 'all']],
  rules: {
    // It also wants an email address, which the service does not have of its operator.
    'contact-properties': 'off',
    // OpenAPI 3.1 takes an address or an identifier of the license, not both.
    'license-url': 'off',
    // They have the order in which a reader needs them.
    'openapi-tags-alphabetical': 'off',
  },
};

interface Finding {
  readonly code: string;
  readonly path: readonly string[];
  readonly message: string;
}

describeEdge('/openapi.json', (service) => {
  it('is clean by the rules of Spectral', async () => {
    const folder = (await createTestDirectory()).path;
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const spectral = '@stoplight/spectral-cli@6.16.3';
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', '--ignore-scripts', spectral);
    const answer = await fetch(`${service.url}/openapi.json`);
    await writeFile(join(folder, 'openapi.json'), await answer.text());
    await writeFile(join(folder, '.spectral.json'), JSON.stringify(ruleset));
    const program = join(folder, 'node_modules/@stoplight/spectral-cli/dist/index.js');
    const args = ['lint', 'openapi.json', '--format=json', '--fail-severity=hint', '--quiet'];
    const { stdout } = await run('node', [program, ...args], {
      cwd: folder,
      env: environmentWith(bin),
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout: string }) => error);
    const findings = JSON.parse(stdout) as readonly Finding[];
    expect(findings.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([]);
  });
});
