/** lego and certbot with the settings that docs/dns.md shows; only in npm run test:fleet. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { dig, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../dns-update/updater.ts';
import { codeBlocks, section } from '../docs/documents.ts';
import { startAcmeServer } from './acme-server.ts';

describe('ACME clients', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(async () => {
    requireDnsPeers();
    requirePrograms({
      programs: ['lego', 'certbot'],
      packages: ['lego', 'certbot', 'python3-certbot-dns-rfc2136'],
    });
    await service.start();
  }, 600_000);
  afterAll(() => service.stop());

  it.each(['lego', 'certbot'] as const)('%s', async (client) => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const key = await createKey(service, workspace, {
      domain,
      name: '_acme-challenge.*',
      types: 'TXT',
    });
    const port = service.dnsPort;
    const lookUp = () => dig(port, `_acme-challenge.${domain}`, 'TXT', '+short');
    const acme = await startAcmeServer({ domain, lookUp });
    const directory = (await createTestDirectory()).path;
    const adapted = (text: string) =>
      text
        .replaceAll('5300', String(port))
        .replaceAll('KEYNAME', key.name)
        .replaceAll(/(?<== ?)SECRET/g, key.secret)
        .replaceAll('you@example.com', 'you@example.net')
        .replaceAll('example.com', domain)
        .replaceAll('/etc/letsencrypt/hostmaster.ini', join(directory, 'hostmaster.ini'))
        .replace(
          'lego --',
          `lego --path ${directory} --server ${acme.url} --dns.disable-cp --dns.resolvers 127.0.0.1:${port} --`,
        )
        .replace(
          'certbot certonly',
          `certbot certonly -n --server ${acme.url} --dns-rfc2136-propagation-seconds 0 --config-dir ${directory} --work-dir ${directory} --logs-dir ${directory}`,
        );
    const blocks = codeBlocks(clientSection(client));
    const settings = blocks.find(({ language }) => language === 'ini')?.text;
    if (settings !== undefined) {
      writeFileSync(join(directory, 'hostmaster.ini'), adapted(settings), { mode: 0o600 });
    }
    const script = blocks.find(({ language }) => language === 'sh')?.text ?? '';
    const output = await run(adapted(script));
    await acme.close();
    expect(acme.seen, output).toEqual([expect.stringMatching(/^"[\w-]{43}"\n$/)]);
    expect(await lookUp(), output).toBe('');
  });
});

function clientSection(client: string): string {
  const part = section('docs/dns.md', 'Changing records by UPDATE')
    .split(/^### /m)
    .find((each) => each.startsWith(`${client}\n`));
  if (part === undefined) throw new Error(`docs/dns.md has nothing about ${client}.`);
  return part;
}

/** Neither gets a certificate from this server, so the exit code does not matter. */
function run(script: string): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { env: environment }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}
