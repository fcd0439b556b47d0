/** What keeps the service from starting: one line with cause and remedy, and a documented exit code. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { openSmallDisk } from '@hostmaster/test-rig/crash-small-disk';
import { createTestDirectory, describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runStatement } from '@hostmaster/test-rig/run-statement';
import { describe, expect, it } from 'vitest';
import { makeEndedCertificate } from './ended-certificate.ts';
import { expectRefusal } from './operator.ts';
import { environmentOf, runCommand, runProgram } from './program.ts';

const explain = ['config', 'explain', '--json'];

describe('a file of settings', () => {
  it('is read by every command; the environment wins', async () => {
    const file = await environmentFile(
      '# Names',
      '',
      'HOSTMASTER_GRACE=45d',
      `HOSTMASTER_MAIL_FROM="Names \\"R\\" Us <names@example.com>"`,
      "  HOSTMASTER_REGISTRAR_NAME='x'  ",
      'HOSTMASTER_EXPIRING_SOON=10d',
    );
    const environment = { HOSTMASTER_ENV_FILE: file, HOSTMASTER_EXPIRING_SOON: '20d' };
    const { code, stdout } = await runCommand(explain, environment);
    expect(code).toBe(0);
    const { settings } = JSON.parse(stdout) as { settings: { name: string }[] };
    const rowOf = (name: string) => settings.find((row) => row.name === name);
    expect(rowOf('HOSTMASTER_GRACE')).toMatchObject({ value: '45d', origin: `${file} line 3` });
    expect(rowOf('HOSTMASTER_MAIL_FROM')).toMatchObject({
      value: 'Names "R" Us <names@example.com>',
      origin: `${file} line 4`,
    });
    expect(rowOf('HOSTMASTER_REGISTRAR_NAME')).toMatchObject({ value: 'x' });
    expect(rowOf('HOSTMASTER_EXPIRING_SOON')).toMatchObject({
      value: '20d',
      origin: 'environment',
    });
  });

  it.each([
    ['no assignment', 'HOSTMASTER_GRACE 30d', 'line 2 is not a setting'],
    ['an export', 'export HOSTMASTER_GRACE=30d', 'line 2 is not a setting'],
    [
      'an open quote',
      'SMTP_URL="smtps://x:hidden-secret@mail.example',
      'line 2: the value of SMTP_URL',
    ],
    ['a value that goes on', 'HOSTMASTER_GRACE=30d,\\', 'line 2: the value of HOSTMASTER_GRACE'],
    ['a control character', 'HOSTMASTER_GRACE=30\u0007d', 'line 2: the value of HOSTMASTER_GRACE'],
    ['a setting twice', 'HOSTMASTER_ROLES=api', 'HOSTMASTER_ROLES is set in line 1 already'],
    ['a bad value', 'HOSTMASTER_GRACE=long', 'HOSTMASTER_GRACE must be'],
  ])('with %s is refused with its line', async (_, line, says) => {
    const file = await environmentFile('HOSTMASTER_ROLES=api,jobs,dns', line);
    const environment = { HOSTMASTER_ENV_FILE: file };
    const refused = await runCommand(['workspace', 'list'], environment);
    expectRefusal(refused, line);
    expect(refused.stderr).toContain(says);
    expect(refused.stderr).toMatch(new RegExp(`${file},? line 2`));
    expect(refused.stderr).not.toContain('hidden-secret');
    const explained = await runCommand(explain, environment);
    expect(explained.code).toBe(2);
    expect(explained.stdout).toContain(says);
  });

  it('that cannot be read stops the service', async () => {
    const missing = join((await createTestDirectory()).path, 'missing.env');
    const refused = await runProgram(['serve'], { HOSTMASTER_ENV_FILE: missing });
    expectRefusal(refused, 'missing file');
    expect(refused.stderr).toContain(`HOSTMASTER_ENV_FILE ${missing} cannot be read: ENOENT`);
    const binary = await environmentFile('');
    await writeFile(binary, Buffer.from([0x41, 0x3d, 0xff, 0xfe]));
    const unreadable = await runCommand(['workspace', 'list'], { HOSTMASTER_ENV_FILE: binary });
    expectRefusal(unreadable, 'binary file');
  });
});

describe('hostmaster serve', () => {
  it.concurrent('with a port of metrics in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const result = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: (await createTestDirectory()).path,
      HOSTMASTER_METRICS_LISTEN: `127.0.0.1:${port}`,
    });
    other.close();
    expectRefusal(result, 'metrics');
    expect(result.stderr).toContain(
      `HOSTMASTER_METRICS_LISTEN 127.0.0.1 port ${port} cannot be listened on (EADDRINUSE); choose another`,
    );
  });

  it.concurrent('with a certificate that has ended', async () => {
    const dataDir = (await createTestDirectory()).path;
    const files = await makeEndedCertificate(dataDir);
    const result = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: dataDir,
      HOSTMASTER_DNS_TLS_LISTEN: '127.0.0.1:0',
      HOSTMASTER_DNS_TLS_CERTIFICATE: files.certificate,
      HOSTMASTER_DNS_TLS_KEY: files.key,
    });
    expectRefusal(result, 'certificate');
    expect(result.stderr).toMatch(/HOSTMASTER_DNS_TLS_CERTIFICATE .* ended on 20\S+; renew it\./);
  });

  const disk = openSmallDisk({ megabytes: 16 });
  it.skipIf(disk === null)('on a full disk', async () => {
    if (disk === null) return;
    try {
      disk.fill();
      const result = await runProgram(['serve'], { HOSTMASTER_DATA_DIR: disk.path });
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toBe(
        `hostmaster: No space is left on ${disk.path}. Free space there, and start again.\n`,
      );
    } finally {
      disk.remove();
    }
  });
});

describeOnBothEngines('hostmaster serve on a database', (engine) => {
  it('of a newer version', async () => {
    const place = await engine.place();
    await runStatement(place, 'update schema_migrations set requires = 9999');
    const result = await runProgram(['serve'], environmentOf(place));
    expectRefusal(result, 'newer version');
    expect(result.stderr).toContain(
      'The database was migrated by a newer version of Hostmaster, which has dropped what this version uses',
    );
    expect(result.stderr).toContain('Start the newer version, or restore a backup');
  });

  if (engine.name === 'sqlite') return;

  it.each([
    ['ahead of', 3_600_000],
    ['behind', -3_600_000],
  ])('with a clock that is an hour %s its own', async (side, offsetMs) => {
    const place = await engine.place();
    const shift = `const{now}=Date;Date.now=()=>now()+(${offsetMs})`;
    const result = await runProgram(['serve'], {
      ...environmentOf(place),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
    });
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(
      new RegExp(
        `^hostmaster: The clock of this machine is 60 minutes ${side} .* Synchronise both.*\\n$`,
      ),
    );
  });
});

async function environmentFile(...lines: readonly string[]): Promise<string> {
  const file = join((await createTestDirectory()).path, 'hostmaster.env');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}
