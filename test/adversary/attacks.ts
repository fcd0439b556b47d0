/** Every operation of the service with its attack. */
import { apiAttacks } from './api-attacks.ts';
import { type Attack, httpAttack } from './attack.ts';
import { commandLineAttack, dashboardAttacks, sessionAttack } from './dashboard-attacks.ts';
import { deepAttacks } from './deep-attacks.ts';
import { dnsAttacks } from './dns-attacks.ts';
import { mcpAttacks } from './mcp-attacks.ts';
import { pageAttacks } from './page-attacks.ts';
import { powerdnsAttacks } from './powerdns-attacks.ts';
import { publicAttacks } from './public-attacks.ts';
import { refusalAttacks } from './refusal-attacks.ts';
import { whoisAttack } from './whois-attack.ts';

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
  ...deepAttacks,
  sessionAttack,
  commandLineAttack,
  ...mcpAttacks,
  ...pageAttacks,
  ...refusalAttacks,
  ...publicAttacks,
  whoisAttack,
  paymentAttack,
];
