/** The script of docs/credits.md, as a reader runs it. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';
import { codeBlocks, section } from './documents.ts';

const execute = promisify(execFile);

beforeAll(() => requirePrograms({ programs: ['jq', 'curl'], packages: ['jq', 'curl'] }));

describeEdge('docs/credits.md', (service) => {
  it('downloads all receipts', async () => {
    const { page, inside, workspace } = await member(service);
    for (let count = 0; count < 3; count += 1) {
      const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
      await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    }
    const [script] = codeBlocks(section('docs/credits.md', 'By API'));
    // Two pages instead of one.
    const text = script?.text.replaceAll('limit=100', 'limit=2') ?? '';
    expect(text).toContain('limit=2&cursor=');
    const { path: cwd } = await createTestDirectory();
    const env = {
      ...environment,
      HOSTMASTER_URL: service.url,
      HOSTMASTER_API_KEY: workspace.apiKey,
    };
    await execute('bash', ['-euo', 'pipefail', '-c', text], { cwd, env });
    const { receipts } = await workspace.client.call('listReceipts', {});
    const files = receipts.map(({ label }) => `receipt-${label}.pdf`);
    expect(readdirSync(cwd).sort()).toEqual(files.sort());
    for (const file of files) {
      expect(readFileSync(join(cwd, file), 'latin1').slice(0, 5)).toBe('%PDF-');
    }
  });
});
