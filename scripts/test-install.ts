/** npm run test:install: packs the packages, and installs and runs them as users do. */
import { execFileSync } from 'node:child_process';
import { runVitest } from './run-vitest.ts';

execFileSync(process.execPath, ['scripts/pack.ts'], { stdio: 'inherit' });
runVitest(['test/install'], { HOSTMASTER_INSTALL_RUN: '1' });
