/** Every operation of the service with its attack. */
import { apiAttacks } from './api-attacks.ts';
import { type Attack, httpAttack } from './attack.ts';
import { dashboardAttacks, sessionAttack } from './dashboard-attacks.ts';
import { dnsAttacks } from './dns-attacks.ts';
import { powerdnsAttacks } from './powerdns-attacks.ts';
import { publicAttacks } from './public-attacks.ts';

/** What needs neither key nor session. */
const pages = ['/', '/dashboard', '/reference', '/openapi.json', '/healthz', '/readyz', '/unknown'];

const pageAttacks = pages.map((path) =>
  httpAttack(
    {
      name: `GET ${path}`,
      ...{ method: 'GET', path, takesBody: false, cost: 'rows', as: 'visitor' },
    },
    () => ({}),
  ),
);

const paymentAttack = httpAttack(
  {
    name: 'payment notifications',
    ...{ method: 'POST', path: '/webhooks/stripe', takesBody: true, cost: 'rows', as: 'visitor' },
  },
  () => ({ type: 'x'.repeat(60_000) }),
);

export const attacks: readonly Attack[] = [
  ...apiAttacks,
  ...dashboardAttacks,
  ...powerdnsAttacks,
  ...dnsAttacks,
  sessionAttack,
  ...pageAttacks,
  ...publicAttacks,
  paymentAttack,
];
