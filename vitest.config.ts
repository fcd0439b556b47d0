import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** npm run test:tools. */
const isToolsRun = process.env.HOSTMASTER_TOOLS_RUN !== undefined;

/** npm run test:install. */
const isInstallRun = process.env.HOSTMASTER_INSTALL_RUN !== undefined;

/** npm run bench:changes. */
const isChangesBench = process.env.HOSTMASTER_CHANGES_BENCH !== undefined;

/** npm run bench:page. */
const isPageBench = process.env.HOSTMASTER_PAGE_BENCH !== undefined;

/** npm run test:long. */
const isLongRun = process.env.HOSTMASTER_TEST_LONG !== undefined;

/** What the registry has a part in. */
const registryTests = [
  'check-domains',
  'contact',
  'fulfilment',
  'get-domain',
  'money-races',
  'register-domain',
  'renew-domain',
  'replace-nameservers',
  'restore',
  'transfer*',
  'update-domain',
];

const setupFiles = ['test/rig/seed.ts'];

/** Reached only by what hangs, also on a machine that is ten times as slow as an idle one. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };
const expectOptions = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    // Much of a test is waiting for the service, so that each core carries more than one worker.
    maxWorkers: 2 * availableParallelism() + 1,
    // Files share the modules that their worker has loaded; loading the service takes two seconds.
    isolate: false,
    globalSetup: ['test/rig/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'packages',
          setupFiles,
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...timeouts,
          expect: expectOptions,
        },
      },
      {
        test: {
          name: 'service',
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/browser/**',
            'test/page-speed/**',
            ...(isInstallRun ? [] : ['test/install/**']),
            ...(isToolsRun ? [] : ['test/tools/installed-tools.test.ts']),
            ...(isChangesBench ? [] : ['test/fleet/change-speed.test.ts']),
          ],
          ...timeouts,
          expect: expectOptions,
        },
      },
      {
        // Real pages in a real browser, one per worker; beside each other, because a page mostly waits.
        test: {
          name: 'browser',
          setupFiles,
          include: [isPageBench ? 'test/page-speed/*.test.ts' : 'test/browser/**/*.test.ts'],
          sequence: { groupOrder: 1 },
          ...timeouts,
          expect: expectOptions,
        },
      },
      {
        // Tests of the API once more, with every registration going over EPP.
        test: {
          name: 'service over EPP',
          setupFiles,
          include: isLongRun
            ? ['test/api/**/*.test.ts']
            : registryTests.map((name) => `test/api/${name}.test.ts`),
          env: { HOSTMASTER_TEST_REGISTRAR: 'epp', HOSTMASTER_TEST_ENGINES: 'sqlite' },
          ...timeouts,
          expect: expectOptions,
        },
      },
    ],
  },
});
