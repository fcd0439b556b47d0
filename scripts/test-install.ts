/** npm run test:install: packs all that can be installed, and installs and runs it as users do. */
import { execFileSync } from 'node:child_process';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { runVitest } from './run-vitest.ts';

requirePrograms({ programs: ['strip', 'dpkg-deb'], packages: ['binutils', 'dpkg'] });
const packing = [
  ['scripts/pack.ts'],
  ['scripts/pack-debian.ts'],
  ['scripts/pack-one-file.ts', 'x64'],
  ['scripts/pack-one-file.ts', 'arm64'],
];
for (const script of packing) execFileSync(process.execPath, script, { stdio: 'inherit' });
runVitest(['test/install'], { HOSTMASTER_INSTALL_RUN: '1' });
