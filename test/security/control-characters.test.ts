/** Stored text with control characters, wherever it is printed or written to a file. */
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { runProgram } from '../cli/program.ts';
import { member } from '../dashboard-api/people.ts';

const hostile = 'harmless\n$INCLUDE /etc/passwd\r\n\u001b]0;owned\u0007\u009b2J\u202e';

// biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the test.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describeService('text with control characters', (service) => {
  async function stage() {
    const at = await member(service);
    const domain = await service.liveDomain(at.workspace.client);
    const create = (name: string, value: string) =>
      at.workspace.client.call('createRecord', { domain, name, type: 'TXT', value });
    await create('x', hostile);
    // A set that is full: the next record of it is not published.
    for (let index = 0; index < 15; index += 1)
      await create('full', `${index} `.padEnd(3_950, '-'));
    await create('full', hostile.padEnd(500, '-'));
    return { ...at, domain };
  }

  it('hole 10: an export has it in quotes or in a comment of one line', async () => {
    const { page, inside, domain } = await stage();
    const { text } = await page.request('exportZone', { ...inside, domain });
    expect(text).not.toMatch(/^\s*\$/m);
    expect(text.replaceAll('\t', ' ')).not.toMatch(controls);
    expect(text).toContain('; not published: full TXT harmless\\010$INCLUDE /etc/passwd');
    const { plan } = await page.call('planZoneImport', { ...inside, domain, text });
    expect(plan.counts).toMatchObject({ added: 0, changed: 0, unchanged: 16, refused: 0 });
  });

  it.each([
    ['activity', (workspace: string) => ['activity', '--workspace', workspace]],
    ['activity --json', (workspace: string) => ['activity', '--workspace', workspace, '--json']],
  ])('hole 10: hostmaster %s escapes it', async (_, args) => {
    const { workspace } = await stage();
    const { dataDir, databaseUrl } = service.place;
    const result = await runProgram(args(workspace.id), {
      HOSTMASTER_DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    expect(result.stdout).toContain('$INCLUDE');
    expect(result.stdout).not.toMatch(controls);
    expect(result.stdout).not.toMatch(/^\$/m);
  });
});
