/** What needs neither key nor session, and is the same for everyone. */
import { type Attack, httpAttack, inTurn } from './attack.ts';

const pages = [
  '/',
  '/dashboard',
  '/dashboard/sign-in',
  '/reference',
  '/help/errors',
  '/openapi.json',
  '/llms.txt',
  '/healthz',
  '/readyz',
  '/unknown',
];

const files = [
  '/reference/',
  '/help/errors/',
  '/help/assets/pages.css',
  '/help/assets/theme.js',
  '/help/assets/console.js',
  '/help/assets/inter.woff2',
  '/.well-known/security.txt',
];

export const pageAttacks: readonly Attack[] = [
  ...pages.map(get),
  inTurn('files of pages', files.map(get)),
];

function get(path: string): Attack {
  const as = 'visitor';
  const operation = { name: `GET ${path}`, method: 'GET', path, takesBody: false, as } as const;
  return httpAttack({ ...operation, cost: 'rows' }, () => ({}));
}
