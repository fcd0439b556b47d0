/** The files of deploy/ are accepted by the programs that read them. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository, run } from './installation.ts';

const deploy = join(repository, 'deploy');
const exposureMax = 2.5;
const installMsMax = 600_000;

beforeAll(() => {
  requirePrograms({
    programs: ['systemd-analyze', 'promtool', 'nginx', 'caddy', 'openssl'],
    packages: ['systemd', 'prometheus', 'nginx-light', 'caddy', 'openssl'],
  });
}, installMsMax);

describe('units of systemd', () => {
  it('are accepted', async () => {
    const folder = (await createTestDirectory()).path;
    const units = readdirSync(join(deploy, 'systemd'));
    expect(units).toContain('hostmaster-follow.service');
    for (const unit of units) {
      // The programs of an installation are not on this machine.
      const text = readFileSync(join(deploy, 'systemd', unit), 'utf8');
      writeFileSync(
        join(folder, unit),
        text.replace(/=\/opt\/\S+\/node(?= )/g, `=${process.execPath}`),
      );
    }
    const paths = units.map((unit) => join(folder, unit));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...paths]);
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes(folder))).toEqual([]);
    expect(stderr).not.toContain('hostmaster');
  });

  it.each(['hostmaster.service', 'hostmaster-backup.service', 'hostmaster-follow.service'])(
    '%s is hardened',
    async (unit) => {
      const args = ['security', '--offline=true', join(deploy, 'systemd', unit)];
      const { stdout } = await run('systemd-analyze', args);
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(exposure)).toBeLessThanOrEqual(exposureMax);
    },
  );
});

describe('Prometheus', () => {
  const folder = join(deploy, 'prometheus');

  it('reads its configuration and rules, whose tests pass', async () => {
    const promtool = (...args: readonly string[]) => run('promtool', args, { cwd: folder });
    expect((await promtool('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS');
    expect((await promtool('check', 'rules', 'hostmaster.rules.yml')).stdout).toContain('SUCCESS');
    const tested = await promtool('test', 'rules', 'hostmaster.rules.test.yml');
    expect(tested.stdout).toContain('SUCCESS');
  });

  it('asks for metrics that exist', () => {
    expectDocumentedMetrics(readFileSync(join(folder, 'hostmaster.rules.yml'), 'utf8'));
  });
});

describe('the dashboard of Grafana', () => {
  const text = readFileSync(join(deploy, 'grafana/hostmaster.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: readonly Panel[] };

  it('asks for metrics that exist', () => expectDocumentedMetrics(text));

  it('has queries that Prometheus accepts', async () => {
    const folder = (await createTestDirectory()).path;
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(15);
    // As Grafana fills in its variables.
    const rules = expressions.map((expr, index) => ({
      record: `panel:query:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    }));
    expect(JSON.stringify(rules)).not.toContain('$');
    const file = join(folder, 'queries.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect((await run('promtool', ['check', 'rules', file])).stdout).toContain('SUCCESS');
  });

  it('has panels beside each other, none on top of another', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from(
        { length: w * h },
        (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`,
      );
    });
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

interface Panel {
  readonly id: number;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string }[];
}

function expectDocumentedMetrics(text: string): void {
  const documented = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
  const asked = new Set(
    text.match(/hostmaster_\w+/g)?.map((name) => name.replace(/_(?:count|bucket)$/, '')),
  );
  expect(asked.size).toBeGreaterThan(8);
  for (const name of asked) expect(documented).toContain(`\`${name}\``);
}

describe('reverse proxies', () => {
  it('nginx', async () => {
    const folder = (await createTestDirectory()).path;
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=names.example.net -keyout ${key} -out ${certificate}`;
    execFileSync('openssl', request.split(' '), { stdio: 'pipe' });
    const site = readFileSync(join(deploy, 'proxies/nginx.conf'), 'utf8')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    mkdirSync(join(folder, 'logs'));
    writeFileSync(join(folder, 'site.conf'), site);
    const whole = `pid ${folder}/pid;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`;
    writeFileSync(join(folder, 'nginx.conf'), whole);
    const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')];
    const { stderr } = await run('nginx', args, { env: environment });
    expect(stderr).toContain('test is successful');
    expect(stderr).not.toContain('[warn]');
  });

  it('Caddy', async () => {
    const folder = (await createTestDirectory()).path;
    cpSync(join(deploy, 'proxies/Caddyfile'), join(folder, 'Caddyfile'));
    const args = ['validate', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    const env = { ...environment, HOME: folder, XDG_DATA_HOME: folder };
    const { stdout, stderr } = await run('caddy', args, { env });
    expect(`${stdout}${stderr}`).toContain('Valid configuration');
    const formatted = await run('caddy', ['fmt', join(folder, 'Caddyfile')]);
    expect(formatted.stdout.trim()).toBe(readFileSync(join(folder, 'Caddyfile'), 'utf8').trim());
  });
});
