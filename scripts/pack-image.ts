/**
 * npm run pack:image [BASE]: the container image in dist/image, as an archive that docker, podman and
 * registries read, from what `npm run pack:one-file` has written for this processor. BASE is an image
 * of Debian 12 or later; by default that of deploy/container/Containerfile.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const context = 'dist/one-file';
const resultFolder = 'dist/image';
const [, , base] = process.argv;

if (!existsSync(join(context, `hostmaster-linux-${process.arch}`))) {
  throw new Error('Run "npm run pack:one-file" first.');
}
const program = process.env.npm_execpath;
if (program === undefined) throw new Error('Start it with "npm run pack:image".');
const sbom = ['sbom', '--sbom-format=cyclonedx', '--omit=dev'];
writeFileSync(
  join(context, 'sbom.cdx.json'),
  execFileSync(process.execPath, [program, ...sbom], { maxBuffer: 2 ** 28 }),
);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const values = {
  VERSION: version,
  REVISION: revision,
  ...(base === undefined ? {} : { BASE: base }),
};

rmSync(resultFolder, { recursive: true, force: true });
mkdirSync(resultFolder, { recursive: true });
const tag = `localhost/hostmaster:${version}`;
buildah([
  'build',
  // The other format has no health check.
  '--format=docker',
  ...Object.entries(values).map(([name, value]) => `--build-arg=${name}=${value}`),
  '--file=deploy/container/Containerfile',
  `--tag=${tag}`,
  context,
]);
const file = join(resultFolder, `hostmaster-${version}.tar`);
buildah(['push', '--quiet', tag, `docker-archive:${file}:${tag}`]);
console.log(file);

function buildah(args: readonly string[]): void {
  execFileSync('buildah', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
