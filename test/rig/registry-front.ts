/**
 * The sandbox registry behind EPP, beside a service under test: on the same place, with its own store
 * and its own commits, and reached through a line that a test can cut.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryPolicy } from '@hostmaster/registry';
import {
  type AccountRules,
  type EppFront,
  type EppFrontSettings,
  standardFees,
  startEppFront,
} from '@hostmaster/registry/epp-front';
import {
  locationOf,
  openRegistryStore,
} from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { calendarNow } from '../../packages/server/src/composition/open-stores.ts';
import type { SettingName } from '../../packages/server/src/config/settings.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import type { TestPlace } from './engines.ts';
import { openSeverableProxy, type SeverableProxy } from './severable-proxy.ts';

export interface RegistryFront extends RegistryFiles {
  readonly front: EppFront;
  readonly line: SeverableProxy;
  close(): Promise<void>;
}

/** The configuration of a service that uses a registry. */
export interface RegistryFiles {
  /** What makes a service use it. */
  readonly settings: Partial<Record<SettingName, string>>;
  /** Rewrites the registry's entry; services that start from now on read it. */
  configure(entry: Readonly<Record<string, unknown>>): Promise<void>;
  /** Rewrites the credentials file; running services read it too. */
  writePassword(password: string): Promise<void>;
}

export interface RegistryFrontOptions {
  readonly delayMs?: number;
  readonly policy?: Partial<RegistryPolicy>;
  readonly accountRules?: AccountRules;
  readonly loginSecurity?: boolean;
  readonly dnssec?: boolean;
  readonly dnssecData?: EppFrontSettings['dnssecData'];
  readonly demandsSigLife?: boolean;
  readonly ignoresDisclose?: boolean;
  readonly tellsDisclosed?: boolean;
  readonly clientCa?: string;
  readonly idnTables?: readonly string[];
  readonly checkNamesMax?: number;
  readonly feeRules?: EppFrontSettings['feeRules'];
  readonly ownScriptOnly?: boolean;
  /** Fields of the registry's entry in HOSTMASTER_EPP_CONFIG. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** Credentials of the other registrar at the same registry. */
export const rivalCredentials = { clientId: 'rival', password: 'other horse' };
const credentials = { clientId: 'hostmaster', password: 'correct horse' };

export async function openRegistryFront(
  place: TestPlace,
  options: RegistryFrontOptions = {},
): Promise<RegistryFront> {
  const database = await openDatabase({ ...place, databaseConnections: 2 });
  const front = await startEppFront({
    store: await openRegistryStore(locationOf(place)),
    machineClock: systemClock,
    calendarNow: () => calendarNow(database, systemClock),
    delayMs: options.delayMs ?? 0,
    credentials: {
      [credentials.clientId]: credentials.password,
      [rivalCredentials.clientId]: rivalCredentials.password,
    },
    listen: { host: '127.0.0.1', port: 0 },
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.checkNamesMax === undefined ? {} : { checkNamesMax: options.checkNamesMax }),
    loginSecurity: options.loginSecurity ?? false,
    dnssec: options.dnssec ?? true,
    dnssecData: options.dnssecData ?? 'ds',
    demandsSigLife: options.demandsSigLife ?? false,
    ownScriptOnly: options.ownScriptOnly ?? false,
    ...(options.feeRules === undefined ? {} : { feeRules: options.feeRules }),
    ignoresDisclose: options.ignoresDisclose ?? false,
    tellsDisclosed: options.tellsDisclosed ?? false,
    ...(options.clientCa === undefined ? {} : { clientCa: options.clientCa }),
    ...(options.idnTables === undefined ? {} : { idnTables: options.idnTables }),
    ...(options.accountRules === undefined ? {} : { accountRules: options.accountRules }),
  });
  const line = await openSeverableProxy(`http://127.0.0.1:${front.port}`);
  const files = await writeRegistryFiles(place.dataDir, {
    credentials,
    certificate: front.certificate,
    port: Number(new URL(line.url).port),
    ...(options.entry === undefined ? {} : { entry: options.entry }),
  });
  return {
    ...files,
    front,
    line,
    async close() {
      await line.close();
      await front.close();
      await database.close();
    },
  };
}

export async function writeRegistryFiles(
  dataDir: string,
  registry: {
    readonly credentials: { readonly clientId: string; readonly password: string };
    readonly certificate: string;
    readonly port: number;
    readonly entry?: Readonly<Record<string, unknown>>;
  },
): Promise<RegistryFiles> {
  const file = (name: string) => join(dataDir, `front-${name}`);
  const entry = {
    name: 'sandbox',
    tlds: ['*'],
    host: '127.0.0.1',
    port: registry.port,
    tls: { caFile: file('ca.pem') },
    credentialsFile: file('credentials.json'),
    privacy: { by: 'disclose' },
    maximumYears: 0,
    fees: { use: 'premium', standardFee: standardFees },
    commandTimeoutSeconds: 5,
    queueTimeoutSeconds: 8,
    reconnectFirstSeconds: 0.01,
    reconnectMaximumSeconds: 0.2,
    askAgainSeconds: 0.02,
    ...registry.entry,
  };
  const write = (name: string, content: object) => writeFile(file(name), JSON.stringify(content));
  const writePassword = (password: string) =>
    write('credentials.json', { ...registry.credentials, password });
  const configure = (changed: Readonly<Record<string, unknown>>) =>
    write('config.json', { registries: [{ ...entry, ...changed }] });
  await writeFile(file('ca.pem'), registry.certificate);
  await writePassword(registry.credentials.password);
  await configure({});
  return {
    settings: {
      HOSTMASTER_MODE: 'sandbox',
      HOSTMASTER_REGISTRAR: 'epp',
      HOSTMASTER_EPP_CONFIG: file('config.json'),
    },
    configure,
    writePassword,
  };
}
