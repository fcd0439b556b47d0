/**
 * npm run test:quick: for the loop at the desk, on SQLite only: the tests beside the code and those of
 * the specification's twelve endpoints.
 */
import { runVitest } from './run-vitest.ts';

const endpoints = [
  'check-domains',
  'register-domain',
  'list-domains',
  'get-domain',
  'update-domain',
  'renew-domain',
  'replace-nameservers',
  'list-records',
  'create-record',
  'update-record',
  'delete-record',
  'get-account',
];
runVitest(
  [
    '--project=packages',
    '--project=service',
    'packages/',
    'scripts/',
    ...endpoints.map((name) => `test/api/${name}.test.ts`),
  ],
  { HOSTMASTER_TEST_ENGINES: 'sqlite' },
);
