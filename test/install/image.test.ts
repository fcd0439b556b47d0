/**
 * The container image, built on a Debian that the test makes, loaded from its archive and run by podman:
 * not as root, on a root that cannot be written, with one volume.
 */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { freePort } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suiteOfMachine } from './debian-root.ts';
import {
  expectAnswer,
  expectFirstAnswer,
  type Reachable,
  repository,
  run,
  version,
} from './installation.ts';
import { writeLowerOneFile } from './lower-one-file.ts';
import { type Installation, testWholeLife } from './whole-life.ts';

const apiKey = 'hm_test_image-by-a-test';
const domain = 'contained-name.com';
const minutesMs = 60_000;
const data = '/var/lib/hostmaster';
const name = 'hostmaster';
const program = '/usr/bin/hostmaster';
/** By default podman raises these limits, which needs a privilege that a machine may lack. */
const limits = ['nofile', 'nproc'].map((limit) => `--ulimit=${limit}=4096:4096`);

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

type Tool = (...args: readonly string[]) => Promise<string>;

let folder: string;
let config: ImageConfig;
let root: string;
let buildah: Tool;
let podman: Tool;

beforeAll(async () => {
  requirePrograms({
    programs: ['buildah', 'podman', 'runc', 'iptables', 'mmdebstrap', 'dig'],
    files: ['/usr/lib/podman/netavark'],
    packages: ['buildah', 'podman', 'runc', 'netavark', 'iptables', 'mmdebstrap', 'bind9-dnsutils'],
  });
  folder = (await createTestDirectory()).path;
  const building = await containerEnvironment('build');
  buildah = toolOf(['buildah'], building);
  // The other runtime of Debian, crun, refuses machines that have cgroups of both versions.
  podman = toolOf(['podman', '--runtime=runc'], await containerEnvironment('machine'));
  await makeBase();
  const script = ['scripts/pack-image.ts', 'localhost/base'];
  await run(process.execPath, script, { cwd: repository, env: building });
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', imageOf(version))) as {
    Docker: { config: ImageConfig };
  };
  config = inspected.Docker.config;
  root = await buildah('mount', await buildah('from', '--pull-never', imageOf(version)));
}, 15 * minutesMs);

afterAll(async () => {
  await podman?.('rm', '--force', '--all');
});

function imageOf(number: string): string {
  return `localhost/hostmaster:${number}`;
}

/** Images and containers in a folder of the test. */
async function containerEnvironment(place: string): Promise<NodeJS.ProcessEnv> {
  const storage = join(folder, `${place}.conf`);
  const places = { graphroot: join(folder, place, 'images'), runroot: join(folder, place, 'run') };
  const lines = Object.entries({ driver: 'vfs', ...places }).map(
    ([key, value]) => `${key} = "${value}"`,
  );
  await writeFile(storage, `[storage]\n${lines.join('\n')}\n`);
  return { ...process.env, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
}

function toolOf([command = '', ...first]: readonly string[], env: NodeJS.ProcessEnv): Tool {
  return async (...args) =>
    (await run(command, [...first, ...args], { env, maxBuffer: 2 ** 26 })).stdout.trim();
}

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
      WorkingDir: data,
      Volumes: { [data]: {} },
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
    const installation = createImageInstallation();
    await installation.install(version);
    const service = await installation.start({ HOSTMASTER_FIRST_API_KEY: apiKey });
    await expectFirstAnswer(service, { apiKey, domain });
    expect(await podman('exec', name, 'id', '--user')).toBe('10001');
    await expect(podman('exec', name, 'touch', '/var/x')).rejects.toThrow('Read-only file system');
    await podman('healthcheck', 'run', name);
    const [, ...check] = config.Healthcheck.Test;
    await expect(podman('exec', '--env', 'PORT=1', name, ...check)).rejects.toThrow('refused');

    await podman('stop', '--time', '60', name);
    expect(await podman('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    await podman('start', name);
    await expectAnswer(service, domain);
    await installation.remove();
    await installation.deleteData();
  });

  testWholeLife(createImageInstallation);
});

/** By the commands of docs/deployment.md. */
function createImageInstallation(): Installation {
  let settings: Readonly<Record<string, string>>;
  const load = async (number: string) => podman('load', '--input', await archiveOf(number));
  const start = async (number: string): Promise<Reachable> => {
    const [port, dnsPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const variables = Object.entries({ HOSTMASTER_PUBLIC_URL: url, ...settings });
    const ports = [`${port}:3000`, `${dnsPort}:5300/udp`, `${dnsPort}:5300/tcp`];
    await podman(
      'run',
      '--detach',
      `--name=${name}`,
      '--read-only',
      '--read-only-tmpfs=false',
      ...limits,
      ...variables.map(([key, value]) => `--env=${key}=${value}`),
      ...ports.map((each) => `--publish=127.0.0.1:${each}`),
      `--volume=hostmaster:${data}`,
      imageOf(number),
    );
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => podman('logs', name),
      );
    await expect.poll(isReady, { timeout: minutesMs }).toBe(true);
    return { url, dnsPort };
  };
  let installed = version;
  return {
    root,
    dataPlaces: ['volume hostmaster'],
    async install(number) {
      installed = number;
      await load(number);
    },
    async putData(source) {
      await podman('volume', 'create', 'hostmaster');
      const place = await podman('volume', 'inspect', '--format', '{{.Mountpoint}}', 'hostmaster');
      await cp(source, place, { recursive: true });
      await run('chown', ['-R', config.User, place]);
      await run('chmod', ['0700', place]);
    },
    start(chosen) {
      settings = chosen;
      return start(installed);
    },
    async upgrade(number) {
      await load(number);
      await podman('stop', '--time', '60', name);
      await podman('rm', name);
      return start(number);
    },
    command: async (...args) => `${await podman('exec', name, 'hostmaster', ...args)}\n`,
    async remove() {
      await podman('rm', '--force', '--time', '60', name);
      await podman('rmi', '--all');
    },
    async deleteData() {
      await podman('volume', 'rm', 'hostmaster');
    },
    async list() {
      const kinds = [
        ['image', 'images', '--format', '{{.Repository}}:{{.Tag}}'],
        ['container', 'ps', '--all', '--format', '{{.Names}}'],
        ['volume', 'volume', 'ls', '--format', '{{.Name}}'],
      ] as const;
      const found: string[] = [];
      for (const [kind, ...args] of kinds) {
        const lines = (await podman(...args)).split('\n').filter((line) => line !== '');
        found.push(...lines.map((line) => `${kind} ${line}`));
      }
      return found.sort();
    },
  };
}

/** The packed archive, or one with the same files under a lower number. */
async function archiveOf(number: string): Promise<string> {
  if (number === version) return join(repository, `dist/image/hostmaster-${version}.tar`);
  const archive = join(folder, `hostmaster-${number}.tar`);
  const container = await buildah('from', '--pull-never', imageOf(version));
  const file = join(folder, 'lower');
  await writeLowerOneFile(join(root, program), file);
  await buildah('copy', '--quiet', container, file, program);
  const tag = imageOf(number);
  await buildah('commit', '--quiet', '--format=docker', container, tag);
  await buildah('push', '--quiet', tag, `docker-archive:${archive}:${tag}`);
  return archive;
}
