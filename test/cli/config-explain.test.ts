/** hostmaster config explain: every setting with its value and where the value comes from; no secrets. */
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describe, expect, it } from 'vitest';
import { listSettings } from '../../packages/server/src/base/setting.ts';
import { settings } from '../../packages/server/src/config/settings.ts';
import { type ProcessEnvironment, runCommand } from './program.ts';

interface Explained {
  readonly settings: readonly {
    readonly name: string;
    readonly value: string;
    readonly origin: string;
    readonly problem: string | null;
  }[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

describe('hostmaster config explain', () => {
  it('lists every setting with its value and origin', async () => {
    const { dataDir, environment } = await openPlace();
    const { code, answer } = await explain(
      { ...environment, HOSTMASTER_GRACE: '45d' },
      '--data-dir',
      dataDir,
    );
    expect(code).toBe(0);
    expect(answer.settings.map(({ name }) => name)).toEqual(
      listSettings(settings).map(({ name }) => name),
    );
    expect(rowOf(answer, 'HOSTMASTER_GRACE')).toEqual({
      name: 'HOSTMASTER_GRACE',
      value: '45d',
      origin: 'environment',
      problem: null,
    });
    expect(rowOf(answer, 'HOSTMASTER_SOA_REFRESH')).toMatchObject({
      value: '1h',
      origin: 'default',
    });
    expect(rowOf(answer, 'HOSTMASTER_DATA_DIR')).toMatchObject({ value: dataDir, origin: 'flag' });
    expect(answer.problems).toEqual([]);
  });

  it('shows the defaults of production there', async () => {
    const { environment } = await openPlace();
    const { answer } = await explain({
      ...environment,
      HOSTMASTER_REGISTRAR: 'epp',
      HOSTMASTER_EPP_CONFIG: 'epp.json',
    });
    expect(rowOf(answer, 'HOSTMASTER_KEY_RATE')).toMatchObject({
      value: '100:200',
      origin: 'default of production',
    });
  });

  it('hides secrets', async () => {
    const { environment } = await openPlace();
    const given = {
      ...environment,
      DATABASE_URL: 'postgres://names:hidden-secret@db.example/names?password=hidden-secret',
      SMTP_URL: 'smtps://names:hidden%2Fsecret@mail.example',
      STRIPE_SECRET_KEY: 'sk_test_hidden-secret',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden-secret',
      HOSTMASTER_FIRST_API_KEY: 'hidden-secret-hidden',
    };
    const { code, stdout, answer } = await explain(given);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/hidden.{0,3}secret/);
    expect(rowOf(answer, 'DATABASE_URL').value).toBe(
      'postgres://names:***@db.example/names?password=***',
    );
    expect(rowOf(answer, 'STRIPE_SECRET_KEY').value).toBe('***');
    const lines = await runCommand(['config', 'explain'], given);
    expect(lines.stdout).toMatch(/^SMTP_URL +smtps:\/\/names:\*\*\*@mail\.example +environment$/m);
    expect(lines.stdout).not.toMatch(/hidden.{0,3}secret/);
  });

  it('names every setting that cannot be read, and exits with 2', async () => {
    const { environment } = await openPlace();
    const given = {
      ...environment,
      PORT: 'http',
      HOSTMASTER_GRACE: 'long',
      HOSTMASTER_GRACES: '30d',
      DATABASE_URL: 'mysql://user:hidden-secret@localhost/db',
    };
    const { code, stdout, answer } = await explain(given);
    expect(code).toBe(2);
    expect(rowOf(answer, 'PORT').problem).toContain('PORT must be a whole number');
    expect(rowOf(answer, 'HOSTMASTER_GRACE').problem).toContain('HOSTMASTER_GRACE');
    expect(rowOf(answer, 'DATABASE_URL').value).toBe('mysql://user:***@localhost/db');
    expect(answer.problems).toHaveLength(3);
    expect(answer.warnings).toEqual([
      expect.stringContaining('HOSTMASTER_GRACES is not a setting'),
    ]);
    expect(stdout).not.toContain('hidden-secret');
  });

  it('names what settings lack together', async () => {
    const { environment } = await openPlace();
    const { code, answer } = await explain({ ...environment, HOSTMASTER_REGISTRAR: 'epp' });
    expect(code).toBe(2);
    expect(answer.problems).toEqual([expect.stringContaining('needs HOSTMASTER_EPP_CONFIG')]);
  });
});

async function openPlace() {
  const dataDir = (await createTestDirectory()).path;
  return { dataDir, environment: { HOSTMASTER_DATA_DIR: dataDir } };
}

async function explain(environment: ProcessEnvironment, ...flags: readonly string[]) {
  const { code, stdout } = await runCommand(['config', 'explain', '--json', ...flags], environment);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return { code, stdout, answer: JSON.parse(stdout) as Explained };
}

function rowOf(answer: Explained, name: string) {
  return answer.settings.find((row) => row.name === name) ?? expect.fail(`${name} is missing.`);
}
