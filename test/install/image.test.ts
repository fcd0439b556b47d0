/**
 * The container image, built on a Debian that the test makes, and run as its configuration says: not as
 * root, on a root that cannot be written, with one volume.
 */
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectKept } from '../upgrade/customer.ts';
import { restoreFixture } from '../upgrade/fixtures.ts';
import { suiteOfMachine } from './debian-root.ts';
import {
  expectAnswer,
  expectFirstAnswer,
  lowerVersion,
  repository,
  run,
  startInstalled,
  version,
} from './installation.ts';
import { writeLowerOneFile } from './lower-one-file.ts';

const apiKey = 'hm_test_image-by-a-test';
const domain = 'contained-name.com';
const minutesMs = 60_000;
const volume = '/var/lib/hostmaster';
const image = `localhost/hostmaster:${version}`;
const ports = { PORT: '0', HOSTMASTER_DNS_LISTEN: '127.0.0.1:0' };

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: object;
  readonly ExposedPorts: object;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Labels: Readonly<Record<string, string>>;
  readonly StopSignal: string;
}

let folder: string;
let config: ImageConfig;
let root: string;
let buildah: (...args: readonly string[]) => Promise<string>;

beforeAll(async () => {
  requirePrograms({
    programs: ['buildah', 'runc', 'mmdebstrap', 'dig'],
    packages: ['buildah', 'runc', 'mmdebstrap', 'bind9-dnsutils'],
  });
  folder = (await createTestDirectory()).path;
  const storage = join(folder, 'storage.conf');
  const places = { graphroot: join(folder, 'images'), runroot: join(folder, 'run') };
  const lines = Object.entries({ driver: 'vfs', ...places }).map(
    ([name, value]) => `${name} = "${value}"`,
  );
  await writeFile(storage, `[storage]\n${lines.join('\n')}\n`);
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
  buildah = async (...args) =>
    (await run('buildah', args, { env, maxBuffer: 2 ** 26 })).stdout.trim();
  await makeBase();
  const script = ['scripts/pack-image.ts', 'localhost/base'];
  await run(process.execPath, script, { cwd: repository, env });
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', image)) as {
    Docker: { config: ImageConfig };
  };
  config = inspected.Docker.config;
  root = await buildah('mount', await buildah('from', '--pull-never', image));
}, 15 * minutesMs);

/** No registry of images is needed. */
async function makeBase(): Promise<void> {
  const tree = join(folder, 'base.tar');
  const sources = '/etc/apt/sources.list.d/debian.sources';
  await run('mmdebstrap', ['--variant=apt', '--mode=root', suiteOfMachine(), tree, sources]);
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, tree, '/');
  await buildah('commit', '--quiet', container, 'localhost/base');
  await buildah('rm', container);
}

describe('the image', () => {
  it('says how it is run', () => {
    expect(config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['hostmaster'],
      Cmd: ['serve'],
      WorkingDir: volume,
      Volumes: { [volume]: {} },
      ExposedPorts: { '3000/tcp': {}, '5300/tcp': {}, '5300/udp': {} },
      StopSignal: 'SIGTERM',
    });
    expect(config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'Hostmaster',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}$/),
      'org.opencontainers.image.licenses': 'Apache-2.0',
    });
  });

  it('lists what is in it', async () => {
    const { stdout } = await run('cat', [join(root, 'usr/share/doc/hostmaster/sbom.cdx.json')]);
    const { components } = JSON.parse(stdout) as { components: readonly { name: string }[] };
    expect(components.map(({ name }) => name)).toContain('fastify');
  });

  it('runs, is healthy, stops in order, and keeps its data', {
    timeout: 5 * minutesMs,
  }, async () => {
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    await chown(data, 10_001, 10_001);
    const settings = { ...ports, HOSTMASTER_FIRST_API_KEY: apiKey, HOSTMASTER_SANDBOX_DELAY: '0s' };
    const first = await startContainer('first', { data, settings });
    await expectFirstAnswer(first, { apiKey, domain });
    const port = new URL(first.url).port;
    expect(await first.isHealthy(port)).toBe(true);
    expect(await first.isHealthy('1')).toBe(false);
    expect(await first.stop()).toBe(0);

    const second = await startContainer('second', { data, settings: ports });
    await expectAnswer(second.dnsPort, domain);
    expect(await second.stop()).toBe(0);
  });

  it("is upgraded with the baseline's data, and removed", {
    timeout: 5 * minutesMs,
  }, async () => {
    const data = join(folder, 'baseline');
    await mkdir(data, { mode: 0o700 });
    const customer = await restoreFixture({ dataDir: data, databaseUrl: null });
    await run('chown', ['-R', config.User, data]);
    const settings = { ...ports, HOSTMASTER_SANDBOX_DELAY: '0s' };
    const before = await startContainer('before', { data, settings, from: await lowerImage() });
    expect(await before.versionOf()).toBe(lowerVersion);
    expect(await before.stop()).toBe(0);

    const after = await startContainer('after', { data, settings });
    expect(await after.versionOf()).toBe(version);
    await expectKept(after, customer);
    expect(await after.stop()).toBe(0);

    await buildah('rm', '--all');
    await buildah('rmi', image, `localhost/hostmaster:${lowerVersion}`);
    expect(await buildah('images')).not.toContain('localhost/hostmaster');
    expect(await readdir(data)).toContain('hostmaster.db');
  });
});

/** The same files under a lower number; where its root is. */
async function lowerImage(): Promise<string> {
  const container = await buildah('from', '--pull-never', image);
  const program = 'usr/bin/hostmaster';
  const file = join(folder, 'lower');
  await writeLowerOneFile(join(root, program), file);
  await buildah('copy', '--quiet', container, file, `/${program}`);
  const tag = `localhost/hostmaster:${lowerVersion}`;
  await buildah('commit', '--quiet', container, tag);
  return buildah('mount', await buildah('from', '--pull-never', tag));
}

/** As podman and docker do with --read-only. */
async function startContainer(
  name: string,
  {
    data,
    settings,
    from = root,
  }: {
    readonly data: string;
    readonly settings: Record<string, string>;
    readonly from?: string;
  },
) {
  const bundle = join(folder, name);
  await mkdir(bundle);
  const whole = { ...bundleConfig(data, settings), root: { path: from, readonly: true } };
  await writeFile(join(bundle, 'config.json'), JSON.stringify(whole));
  const service = await startInstalled(['runc', 'run', '--bundle', bundle, name], {
    cwd: bundle,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  const ended = service.stopped();
  return {
    ...service,
    async versionOf() {
      return (await run('runc', ['exec', name, ...config.Entrypoint, '--version'])).stdout.trim();
    },
    async isHealthy(port: string) {
      const [, ...command] = config.Healthcheck.Test;
      const args = ['exec', '--env', `PORT=${port}`, name, ...command];
      return run('runc', args).then(
        () => true,
        () => false,
      );
    },
    async stop() {
      await run('runc', ['kill', name, config.StopSignal]);
      return ended;
    },
  };
}

function bundleConfig(data: string, settings: Readonly<Record<string, string>>): object {
  const [uid, gid] = config.User.split(':').map(Number);
  const env = { HOST: '127.0.0.1', ...settings };
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...config.Cmd],
      env: [...config.Env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)],
      cwd: config.WorkingDir,
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['mode=755', 'size=64k'] },
      { destination: volume, type: 'bind', source: data, options: ['rbind', 'rw'] },
    ],
    // The network is that of the machine.
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  };
}
