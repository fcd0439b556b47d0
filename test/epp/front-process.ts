/**
 * The sandbox registry's EPP front as a process of its own, for two registrars. It can kill itself
 * between a commit and its reply.
 */

import { readFileSync } from 'node:fs';
import type { FaultRule } from '@hostmaster/epp';
import type { RegistryReply } from '@hostmaster/registry';
import { startEppFront } from '@hostmaster/registry/epp-front';
import {
  locationOf,
  openRegistryStore,
} from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';

type MortalCommand = 'create' | 'renew' | 'transfer';

export interface FrontOrders {
  readonly faults?: readonly FaultRule[];
  /** Dies once this many commands of this kind have been committed, before it answers the last. */
  readonly death?: { readonly command: MortalCommand; readonly count: number };
}

/** What the process gets in FRONT_SETTINGS. */
export interface FrontProcessSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly credentials: Readonly<Record<string, string>>;
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly port: number;
}

const settings = JSON.parse(process.env.FRONT_SETTINGS ?? '{}') as FrontProcessSettings;
const { credentials, port } = settings;
const front = await startEppFront({
  store: await openRegistryStore(locationOf(settings)),
  machineClock: systemClock,
  calendarNow: async () => systemClock.now(),
  delayMs: 0,
  credentials,
  listen: { host: '127.0.0.1', port },
  tls: {
    cert: readFileSync(settings.certificateFile, 'utf8'),
    key: readFileSync(settings.keyFile, 'utf8'),
  },
});

let death: FrontOrders['death'];
let left = 0;

function dying<Request>(
  command: MortalCommand,
  execute: (request: Request) => Promise<RegistryReply>,
) {
  return async (request: Request): Promise<RegistryReply> => {
    const reply = await execute(request);
    if (death?.command === command) left -= 1;
    if (death?.command === command && left === 0) process.kill(process.pid, 'SIGKILL');
    return reply;
  };
}

const { registry } = front;
registry.create = dying('create', registry.create.bind(registry));
registry.renew = dying('renew', registry.renew.bind(registry));
registry.requestTransfer = dying('transfer', registry.requestTransfer.bind(registry));

process.on('message', ({ faults = [], ...orders }: FrontOrders) => {
  for (const rule of faults) front.faults.add(rule);
  death = orders.death;
  left = death?.count ?? 0;
  process.send?.('armed');
});
// Ends with the test process.
process.on('disconnect', () => process.exit(1));
console.log(`port ${front.port}`);
