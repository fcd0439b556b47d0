/** npm run test:install: packs the packages of npm and Debian, and installs and runs them as users do. */
import { execFileSync } from 'node:child_process';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { runVitest } from './run-vitest.ts';

requirePrograms({ programs: ['strip', 'dpkg-deb'], packages: ['binutils', 'dpkg'] });
for (const script of ['scripts/pack.ts', 'scripts/pack-debian.ts']) {
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
runVitest(['test/install'], { HOSTMASTER_INSTALL_RUN: '1' });
