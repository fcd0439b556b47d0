/** The sandbox registry behind EPP over TLS, for one machine: in a test, or by `hostmaster sandbox epp`. */
import { dayMs, yearMs } from '@hostmaster/contract/durations';
import { parseIpAddress } from '@hostmaster/dns';
import {
  createEppServer,
  createSelfSignedCertificate,
  type EppServer,
  FaultPlan,
  feeUri,
  idnUri,
  loginSecUri,
  rgpUri,
  secDnsUri,
} from '@hostmaster/epp';
import type { MachineClock } from '../machine-clock.ts';
import { SandboxRegistry } from '../registry.ts';
import { plainPolicy, type RegistryPolicy } from '../registry-command.ts';
import type { RegistryStore } from '../storage/schema.ts';
import { createSandboxBackend, type EppFrontOptions } from './epp-front.ts';
import { type AccountRules, FrontAccounts } from './epp-front-accounts.ts';

export interface EppFront {
  readonly registry: SandboxRegistry;
  readonly server: EppServer;
  readonly faults: FaultPlan;
  readonly accounts: FrontAccounts;
  readonly host: string;
  readonly port: number;
  /** PEM of the certificate, which a client names as its authority. */
  readonly certificate: string;
  close(): Promise<void>;
}

export interface EppFrontSettings
  extends Pick<
    EppFrontOptions,
    | 'nameservers'
    | 'fees'
    | 'feeRules'
    | 'checkNamesMax'
    | 'idnTables'
    | 'ignoresDisclose'
    | 'tellsDisclosed'
    | 'ownScriptOnly'
    | 'dnssecData'
    | 'demandsSigLife'
  > {
  /** The front closes it. */
  readonly store: RegistryStore;
  readonly machineClock: MachineClock;
  readonly calendarNow: () => Promise<number>;
  readonly delayMs: number;
  readonly policy?: Partial<RegistryPolicy>;
  /** Passwords by client id. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly accountRules?: AccountRules;
  /** Offers login security (RFC 8807). */
  readonly loginSecurity?: boolean;
  /** Offers DNSSEC data (RFC 5910); default: it does. */
  readonly dnssec?: boolean;
  /** Sessions that are silent for this long are closed; default: never. */
  readonly idleMs?: number;
  readonly listen: { readonly host: string; readonly port: number };
  /** Self-signed when absent. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** PEM of the authority whose certificates clients must show; default: they need none. */
  readonly clientCa?: string;
}

export async function startEppFront(settings: EppFrontSettings): Promise<EppFront> {
  const { machineClock, calendarNow, delayMs, idleMs } = settings;
  const { nameservers, fees, feeRules, checkNamesMax, idnTables } = settings;
  const { host } = settings.listen;
  const registry = new SandboxRegistry({
    db: settings.store,
    machineClock,
    calendarNow,
    delayMs,
    policy: { ...plainPolicy, messages: 'all', ...settings.policy },
  });
  const tls = settings.tls ?? certificateFor({ host, clock: machineClock });
  const accounts = new FrontAccounts(settings.credentials, settings.accountRules);
  const backend = createSandboxBackend({
    registry,
    accounts,
    ignoresDisclose: settings.ignoresDisclose === true,
    tellsDisclosed: settings.tellsDisclosed === true,
    ownScriptOnly: settings.ownScriptOnly === true,
    dnssecData: settings.dnssecData ?? 'ds',
    demandsSigLife: settings.demandsSigLife === true,
    ...(nameservers === undefined ? {} : { nameservers }),
    ...(fees === undefined ? {} : { fees }),
    ...(feeRules === undefined ? {} : { feeRules }),
    ...(checkNamesMax === undefined ? {} : { checkNamesMax }),
    ...(idnTables === undefined ? {} : { idnTables }),
  });
  const faults = new FaultPlan();
  const server = createEppServer({
    tls: settings.clientCa === undefined ? tls : { ...tls, clientCa: settings.clientCa },
    backend,
    faults,
    greeting: { extensionUris: extensionsOf(settings) },
    ...(idleMs === undefined ? {} : { idleMs }),
  });
  try {
    const { port } = await server.listen(settings.listen);
    return {
      registry,
      server,
      faults,
      accounts,
      host,
      port,
      certificate: tls.cert,
      async close() {
        await server.close();
        await registry.close();
      },
    };
  } catch (error) {
    await registry.close();
    throw error;
  }
}

function extensionsOf({
  loginSecurity = false,
  dnssec = true,
  idnTables,
}: EppFrontSettings): string[] {
  const chosen = [
    ...(loginSecurity ? [loginSecUri] : []),
    ...(idnTables === undefined ? [] : [idnUri]),
  ];
  return [...(dnssec ? [secDnsUri] : []), rgpUri, feeUri, ...chosen];
}

/** Valid for ten years, because a sandbox does not rotate certificates. */
export function certificateFor(parts: { readonly host: string; readonly clock: MachineClock }): {
  cert: string;
  key: string;
} {
  const validFrom = new Date(parts.clock.now() - dayMs);
  const validUntil = new Date(validFrom.getTime() + 10 * yearMs);
  const names = [...new Set([parts.host, 'localhost', '127.0.0.1'])];
  return createSelfSignedCertificate({
    hostNames: names.filter((name) => parseIpAddress(name) === null),
    ipAddresses: names.map(parseIpAddress).filter((octets) => octets !== null),
    validFrom,
    validUntil,
  });
}
