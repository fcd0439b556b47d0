/** hostmaster export escrow, as the escrow agent reads it with GnuPG. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { Operator } from './operator.ts';

const run = promisify(execFile);

/** An agent with a key ring of its own. */
async function openAgent(directory: string) {
  const home = join(directory, 'gnupg');
  await mkdir(home, { mode: 0o700 });
  const gpg = (...args: string[]) =>
    run('gpg', ['--homedir', home, '--batch', '--no-tty', '--quiet', ...args], {
      env: environment,
      maxBuffer: 64 * 1024 * 1024,
    });
  const unprotected = ['--passphrase', '', '--pinentry-mode', 'loopback'];
  await gpg(...unprotected, '--quick-generate-key', 'agent@escrow.example', 'future-default');
  const keyFile = join(directory, 'agent.asc');
  const { stdout } = await gpg('--armor', '--export', 'agent@escrow.example');
  await writeFile(keyFile, stdout);
  return { gpg, keyFile };
}

describeService('hostmaster export escrow', (service) => {
  beforeAll(() => requirePrograms({ programs: ['gpg'], packages: ['gnupg'] }));

  it('writes every domain exactly, for the owner of the key', async () => {
    const { dataDir } = service.place;
    const { gpg, keyFile } = await openAgent(dataDir);
    const { client } = await service.workspace();
    const domain = service.freshName();
    const awkward = { ...contact, organization: 'Say "hi", =1+1', firstName: 'Zoë' };
    await client.call('registerDomain', { domain, contact: awkward, privacyEnabled: true });
    await service.untilLive(client, domain);
    const failed = service.freshName('sandbox-reject');
    await client.call('registerDomain', { domain: failed, contact });
    await service.settled();

    const operator = new Operator(service.place);
    const out = join(dataDir, 'deposits');
    const order = ['export', 'escrow', '--key', keyFile, '--out', out];
    const answer = JSON.parse(await operator.text(...order, '--json'));
    const files = (await readdir(out)).sort();
    expect(files).toEqual([
      expect.stringMatching(/^escrow-\d{4}-\d{2}-\d{2}\.csv\.gpg$/),
      expect.stringMatching(/^escrow-\d{4}-\d{2}-\d{2}\.sha256$/),
    ]);
    expect(answer.files).toEqual(files.map((file) => join(out, file)));
    const [encrypted = '', hashes = ''] = answer.files;
    expect((await stat(encrypted)).mode & 0o777).toBe(0o600);
    expect((await readFile(encrypted)).includes(domain)).toBe(false);

    const { stdout: csv } = await gpg('--decrypt', encrypted);
    await writeFile(encrypted.replace(/\.gpg$/, ''), csv);
    await run('sha256sum', ['--check', '--strict', hashes], { cwd: out });
    const lines = csv.trimEnd().split('\r\n');
    expect(lines).toHaveLength(answer.domains + 1);
    expect(csv).not.toContain(failed);
    const row = lines.find((line) => line.startsWith(`${domain},`));
    const { domain: shown } = await client.call('getDomain', { domain });
    expect(row).toContain(`registered,${shown.createdAt},${shown.expiresAt},`);
    expect(row).toContain(`,${shown.nameservers.join(' ')},yes,yes,Zoë,`);
    expect(row).toContain(`,"Say ""hi"", =1+1",`);
    expect(row).toContain(`,${contact.phone},${contact.email}`);

    expect(await operator.refused(...order)).toContain('already exists');
    const wrong = ['export', 'escrow', '--key', hashes, '--out', join(dataDir, 'others')];
    expect(await operator.refused(...wrong)).toContain('has no OpenPGP key');
    expect(await readdir(dataDir)).not.toContain('others');
  });
});
