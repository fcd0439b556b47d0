/**
 * deploy/compose.yaml and deploy/kubernetes: accepted by the programs that read them, and whole. No image
 * registry can be reached from here, so what they start is tried with Debian's programs.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import {
  makePostgresDirectory,
  postgresDirectory,
  runAsPostgres,
  startDebianPostgres,
  withPrograms,
} from '@hostmaster/test-rig/debian-postgres';
import { isListening, startDebianServer } from '@hostmaster/test-rig/debian-server';
import { debianUsers, giveDirectory } from '@hostmaster/test-rig/debian-user';
import { freePort } from '@hostmaster/test-rig/dns-peers';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repository, run } from './installation.ts';

const deploy = join(repository, 'deploy');
const minutesMs = 60_000;
const user = debianUsers.postgres;

beforeAll(() => {
  requirePrograms({
    programs: ['docker-compose', 'promtool', 'caddy', 'knotc'],
    files: [postgresDirectory],
    packages: ['docker-compose', 'prometheus', 'caddy', 'knot', 'postgresql'],
  });
  // On its own: Debian's package cannot be installed beside another one that has this program.
  requirePrograms({ programs: ['kubectl'], packages: ['kubernetes-client'] });
}, 10 * minutesMs);

const documented = readFileSync(join(repository, 'docs/settings.md'), 'utf8');
const settingNames = new Set([...documented.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));

/** A variable that is no setting would have no effect. */
function expectSettings(names: readonly string[]): void {
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !settingNames.has(name))).toEqual([]);
}

interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks: { readonly hostmaster: { readonly ipv4_address: string } };
}

describe('compose.yaml', () => {
  let services: Readonly<Record<string, ComposeService>>;

  beforeAll(async () => {
    const files = ['--env-file', 'compose/example.env', '--file', 'compose.yaml'];
    const { stdout, stderr } = await run('docker-compose', [...files, 'config'], { cwd: deploy });
    expect(stderr).toBe('');
    ({ services } = parse(stdout) as { services: typeof services });
  }, minutesMs);

  it('has every role once, and settings that exist', () => {
    const ours = Object.values(services).filter(({ image }) => image.includes('/hostmaster:'));
    const roles = ours.map((service) => service.environment?.HOSTMASTER_ROLES);
    expect(roles.sort()).toEqual(['api', 'dns', 'jobs']);
    for (const { environment: set = {} } of ours) expectSettings(Object.keys(set));
  });

  it('mounts files that exist, and addresses that the files name', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes
        .map((volume) => String(volume).split(':')[0] ?? '')
        .filter((path) => path.startsWith('/')),
    );
    expect(mounted.length).toBeGreaterThan(8);
    for (const path of mounted) expect(existsSync(path), path).toBe(true);
    const address = (name: string) => services[name]?.networks.hostmaster.ipv4_address;
    expect(services.api?.environment?.HOSTMASTER_TRUST_PROXY).toBe(address('caddy'));
    for (const name of ['ns1', 'ns2']) {
      const text = readFileSync(join(deploy, `compose/${name}.conf`), 'utf8');
      expect(text).toContain(`address: ${address('dns')}@5300`);
      expect(text).toContain(`secondary add ${name} --address ${address(name)}:53`);
    }
  });

  it('has secondaries that Knot accepts', async () => {
    const folder = (await createTestDirectory()).path;
    for (const name of ['ns1', 'ns2']) {
      const primary = join(folder, `${name}.conf`);
      copyFileSync(join(deploy, `compose/${name}.conf`), primary);
      const text = readFileSync(join(deploy, 'compose/knot.conf'), 'utf8');
      const file = join(folder, `${name}-knot.conf`);
      writeFileSync(file, text.replace('/config/primary.conf', primary));
      const { stdout } = await run('knotc', ['-c', file, 'conf-check'], { env: environment });
      expect(stdout).toContain('Configuration is valid');
    }
  });

  it('has a proxy that Caddy accepts, and metrics that Prometheus accepts', async () => {
    const folder = (await createTestDirectory()).path;
    const args = [
      'validate',
      '--config',
      join(deploy, 'compose/Caddyfile'),
      '--adapter',
      'caddyfile',
    ];
    const env = {
      ...environment,
      HOME: folder,
      XDG_DATA_HOME: folder,
      PUBLIC_NAME: 'names.example.net',
    };
    const { stdout, stderr } = await run('caddy', args, { env });
    expect(`${stdout}${stderr}`).toContain('Valid configuration');
    copyFileSync(join(deploy, 'compose/prometheus.yml'), join(folder, 'prometheus.yml'));
    copyFileSync(
      join(deploy, 'prometheus/hostmaster.rules.yml'),
      join(folder, 'hostmaster.rules.yml'),
    );
    const checked = await run('promtool', ['check', 'config', join(folder, 'prometheus.yml')]);
    expect(checked.stdout).toContain('SUCCESS');
  });

  describe('its databases', () => {
    const engine = createEngine('sqlite');

    it('are a primary and a synchronous standby', { timeout: 5 * minutesMs }, async () => {
      const folder = (await createTestDirectory()).path;
      giveDirectory(folder, user);
      const primary = makePostgresDirectory(folder, 'primary');
      const [port, standbyPort] = [await freePort(), await freePort()];
      const password = { REPLICATION_PASSWORD: 'of-the-test' };
      await runAsPostgres(
        {},
        'initdb',
        '-D',
        primary,
        '-U',
        'hostmaster',
        '--auth=trust',
        '--no-sync',
      );
      const before = await startDebianPostgres(engine, { data: primary, port });
      // As the entry point of the image runs it, and then starts the server again.
      await runAsPostgres(
        {
          ...password,
          PGDATA: primary,
          PGHOST: '127.0.0.1',
          PGPORT: String(port),
          POSTGRES_USER: 'hostmaster',
          POSTGRES_DB: 'postgres',
        },
        join(deploy, 'compose/create-replicator.sh'),
      );
      await before.kill();
      await startDebianPostgres(engine, { data: primary, port });
      const settingsOfStandby = {
        ...password,
        PRIMARY: '127.0.0.1',
        PRIMARY_PORT: String(port),
        PGDATA: join(folder, 'standby'),
      };
      await startDebianServer(engine, {
        user,
        command: withPrograms(settingsOfStandby, [
          join(deploy, 'compose/run-standby.sh'),
          ...['-c', `port=${standbyPort}`, '-c', `unix_socket_directories=${folder}`],
        ]),
        isReady: () => isListening(standbyPort),
      });
      const client = new pg.Client({
        connectionString: `postgres://hostmaster@127.0.0.1:${port}/postgres`,
      });
      await client.connect();
      const state = async () =>
        (await client.query('select application_name, sync_state from pg_stat_replication')).rows;
      const wanted = [{ application_name: 'standby', sync_state: 'sync' }];
      await expect.poll(state, { timeout: minutesMs }).toEqual(wanted);
      await client.end();
    });
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
  };
}

interface PodSpec {
  readonly containers: readonly { readonly ports: readonly { readonly name: string }[] }[];
}

describe('the manifests of Kubernetes', () => {
  const file = join(deploy, 'kubernetes/hostmaster.yaml');
  const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map(
    (each) => each.toJS() as Manifest,
  );
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

  it('have deployments without a field that Kubernetes does not know', async () => {
    // kubectl decodes deployments as its types without a cluster, and prints what it has understood
    // and changed.
    const parts = readFileSync(file, 'utf8').split(/^---$/m);
    const deployments = join((await createTestDirectory()).path, 'deployments.yaml');
    writeFileSync(
      deployments,
      parts.filter((part) => /^kind: Deployment$/m.test(part)).join('---'),
    );
    const args = ['set', 'resources', '--local', '--filename', deployments, '--limits=memory=3Gi'];
    const { stdout } = await run('kubectl', [...args, '--output=yaml']);
    const understood = parseAllDocuments(stdout.replaceAll('memory: 3Gi', 'memory: 2Gi')).map(
      (each) => each.toJS() as Manifest,
    );
    expect(understood).toHaveLength(3);
    for (const [index, deployment] of ofKind('Deployment').entries()) {
      expect(understood[index]).toMatchObject(deployment);
    }
  });

  it('have settings that exist', () => {
    const [map] = ofKind('ConfigMap');
    expectSettings(Object.keys(map?.data ?? {}));
  });

  it('have deployments that differ in their role only, with one for each role', () => {
    const deployments = ofKind('Deployment');
    const roleOf = ({ metadata }: Manifest) => metadata.name.replace('hostmaster-', '');
    expect(deployments.map(roleOf)).toEqual(['api', 'jobs', 'dns']);
    const bare = deployments.map((deployment) => {
      const role = roleOf(deployment);
      const text = JSON.stringify(deployment.spec?.template).replaceAll(`"${role}"`, '"ROLE"');
      return text.replace(/,\{"name":"dns-udp".*?"protocol":"TCP"\}/, '');
    });
    expect(new Set(bare).size).toBe(1);
    expect(bare[0]).toContain('{"name":"HOSTMASTER_ROLES","value":"ROLE"}');
  });

  it('have services that find pods and their ports', () => {
    const services = ofKind('Service');
    expect(services).toHaveLength(2);
    for (const { spec } of services) {
      const pods = ofKind('Deployment')
        .map((deployment) => deployment.spec?.template)
        .filter(
          (template) =>
            JSON.stringify(template?.metadata.labels) === JSON.stringify(spec?.selector),
        );
      expect(pods).toHaveLength(1);
      const ports = pods[0]?.spec.containers[0]?.ports.map(({ name }) => name);
      for (const { targetPort } of spec?.ports ?? []) expect(ports).toContain(targetPort);
    }
  });
});
