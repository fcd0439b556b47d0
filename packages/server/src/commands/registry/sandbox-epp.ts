/**
 * hostmaster sandbox epp: the sandbox registry behind EPP over TLS, so that the whole service can
 * be run over EPP on one machine. Certificate and password are stored beside the database.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dayMs, parseDurationMs } from '@hostmaster/contract/durations';
import { type FaultRule, faultKinds } from '@hostmaster/epp';
import { rivalId } from '@hostmaster/registry';
import {
  certificateFor,
  type EppFront,
  type EppFrontSettings,
  standardFees,
  startEppFront,
} from '@hostmaster/registry/epp-front';
import { type Command, Option } from 'commander';
import { locationOf, openRegistryStore } from '../../adapters/sandbox/open-sandbox-registrar.ts';
import type { MachineClock } from '../../base/clock.ts';
import { calendarNow } from '../../composition/open-stores.ts';
import { requireMode } from '../../composition/require-mode.ts';
import { createRuntime } from '../../composition/runtime.ts';
import type { Config } from '../../config/config.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { CommandError, configOf } from '../command.ts';
import { onStopSignal } from '../stop-signals.ts';

interface EppFlags {
  readonly listen: string;
  readonly dataDir?: string;
  readonly writeConfig?: string;
  readonly fault: readonly string[];
  readonly autoRenewGrace?: string;
  readonly redemption?: string;
  readonly checkNames?: string;
  readonly idle?: string;
  readonly lockAfter?: string;
  readonly passwordExpired?: boolean;
  readonly loginSecurity?: boolean;
  readonly passwordExpires?: string;
  readonly deposit?: string;
  readonly idnTables?: string;
  readonly ignoreDisclose?: boolean;
  readonly clientCa?: string;
  readonly unquoted?: string;
  readonly exactFees?: boolean;
  readonly refuseFees?: string;
  readonly ownScript?: boolean;
  readonly tellDisclosed?: boolean;
  readonly transferContacts?: boolean;
  readonly dnssecData: 'ds' | 'key' | 'both';
  readonly demandSigLife?: boolean;
}

const clientId = 'hostmaster';

export function addEppTo(sandbox: Command): void {
  sandbox
    .command('epp')
    .description('serve the sandbox registry over EPP and TLS')
    .option('--listen <address>', 'host and port; port 0 picks a free one', '127.0.0.1:7700')
    .option('--data-dir <directory>', 'directory of the databases (HOSTMASTER_DATA_DIR)')
    .option('--write-config <file>', 'write a HOSTMASTER_EPP_CONFIG file for it')
    .option(
      '--fault <json>',
      'inject faults, for example {"kind":"drop-after-commit","type":"domain:create","times":3}',
      (text: string, earlier: readonly string[]) => [...earlier, text],
      [],
    )
    .option(
      '--auto-renew-grace <duration>',
      'renew at expiry; how long that year can be given back',
    )
    .option('--redemption <duration>', 'how long deleted names can be restored')
    .option('--check-names <number>', 'refuse checks of more names or hosts than this')
    .option('--idle <duration>', 'close sessions that are idle for this long')
    .option('--lock-after <number>', 'lock the account after this many wrong sign-ins')
    .option('--password-expired', 'refuse sign-ins until the password is changed')
    .option('--login-security', 'offer login security (RFC 8807): long passwords and warnings')
    .option(
      '--password-expires <duration>',
      'with --login-security: warn before the password expires',
    )
    .option('--idn-tables <tables>', 'require one of these IDN tables for names in other scripts')
    .option('--client-ca <file>', 'require a client certificate from this authority')
    .option('--ignore-disclose', 'show all contacts, including those that should be hidden')
    .option('--tell-disclosed', 'tell what is shown of a contact, not what is hidden')
    .option('--transfer-contacts', 'give the new registrar copies of the contacts at a transfer')
    .addOption(
      new Option('--dnssec-data <form>', 'take DNSSEC by DS data, by keys, or by both together')
        .choices(['ds', 'key', 'both'])
        .default('ds'),
    )
    .option('--demand-sig-life', 'demand a lifetime of signatures with DNSSEC data (maxSigLife)')
    .option('--own-script', 'sell names under IDN suffixes in their own script only')
    .addOption(
      new Option('--unquoted <names>', 'quote no fees for these names').choices([
        'registered',
        'all',
      ]),
    )
    .option('--exact-fees', 'refuse a fee that is higher than the price, too')
    .option('--refuse-fees <commands>', 'refuse the fee extension with these commands (2103)')
    .option(
      '--deposit <amount>',
      'deposit of the account; once it is used up, chargeable commands get 2104',
    )
    .action(runFront);
}

async function runFront(flags: EppFlags): Promise<void> {
  const config = configOf(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir });
  const listen = parseListen(flags.listen);
  const faults = flags.fault.map(parseFault);
  const autoRenewGraceMs = duration('--auto-renew-grace', flags.autoRenewGrace) ?? null;
  const redemptionMs = duration('--redemption', flags.redemption) ?? 0;
  const { clock, events } = createRuntime();
  const demands = demandsOf(flags, clock);
  mkdirSync(config.dataDir, { recursive: true });
  const files = keepFiles(join(config.dataDir, 'epp-front'), { host: listen.host, clock });
  // The service's calendar is the registry's too, so that "sandbox advance" moves both.
  const database = await openDatabase({ ...config, events });
  await requireMode(database, { ...config, mode: 'sandbox' }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const front = await openRegistryStore(locationOf(config))
    .then((store) =>
      startEppFront({
        store,
        machineClock: clock,
        calendarNow: () => calendarNow(database, clock),
        delayMs: config.sandboxDelayMs,
        policy: {
          autoRenewGraceMs,
          redemptionMs,
          transfersContacts: flags.transferContacts === true,
        },
        credentials: { [clientId]: files.password, [rivalId]: files.rivalPassword },
        listen,
        tls: { cert: files.cert, key: files.key },
        ...demands,
      }),
    )
    .catch(async (error: unknown) => {
      await database.close();
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      if (code === null) throw error;
      throw new CommandError(`--listen ${flags.listen} is not available (${code}).`);
    });
  for (const rule of faults) front.faults.add(rule);
  const policy = { autoRenewGraceMs, redemptionMs, ...demands };
  const description = describeRegistry(front, files, policy);
  if (flags.writeConfig !== undefined) writeFileSync(flags.writeConfig, description);
  console.log(banner(config, front, { description, file: flags.writeConfig }));
  const stop = () => {
    front
      .close()
      .then(() => database.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  onStopSignal(stop);
}

/** What this registry does that others do not. */
function demandsOf(flags: EppFlags, clock: MachineClock): Partial<EppFrontSettings> {
  const checkNamesMax = parseNumber('--check-names', flags.checkNames);
  const idleMs = duration('--idle', flags.idle);
  const lockAfter = parseNumber('--lock-after', flags.lockAfter);
  const deposit = parseAmount('--deposit', flags.deposit);
  const passwordExpiresMs = duration('--password-expires', flags.passwordExpires);
  return {
    ...(checkNamesMax === undefined ? {} : { checkNamesMax }),
    ...(idleMs === undefined ? {} : { idleMs }),
    ...(flags.idnTables === undefined ? {} : { idnTables: flags.idnTables.split(',') }),
    ...(flags.clientCa === undefined ? {} : { clientCa: readAuthority(flags.clientCa) }),
    ignoresDisclose: flags.ignoreDisclose === true,
    tellsDisclosed: flags.tellDisclosed === true,
    ownScriptOnly: flags.ownScript === true,
    dnssecData: flags.dnssecData,
    demandsSigLife: flags.demandSigLife === true,
    feeRules: {
      quotesRegistered: flags.unquoted === undefined,
      quotesAvailable: flags.unquoted !== 'all',
      isExact: flags.exactFees === true,
      refusedOn: flags.refuseFees?.split(',') ?? [],
    },
    loginSecurity: flags.loginSecurity === true,
    accountRules: {
      ...(lockAfter === undefined ? {} : { lockAfter }),
      ...(deposit === undefined ? {} : { deposit }),
      isPasswordExpired: flags.passwordExpired === true,
      ...(passwordExpiresMs === undefined
        ? {}
        : { passwordExpiresAt: clock.now() + passwordExpiresMs }),
    },
  };
}

interface FrontFiles {
  readonly directory: string;
  readonly cert: string;
  readonly key: string;
  readonly password: string;
  /** The other registrar's. */
  readonly rivalPassword: string;
}

/** The same certificate and passwords at every start. */
function keepFiles(
  directory: string,
  parts: { readonly host: string; readonly clock: MachineClock },
): FrontFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = (name: string) => join(directory, name);
  if (!existsSync(path('key.pem'))) {
    const { cert, key } = certificateFor(parts);
    writeFileSync(path('certificate.pem'), cert);
    writeFileSync(path('key.pem'), key, { mode: 0o600 });
  }
  return {
    directory,
    cert: readFileSync(path('certificate.pem'), 'utf8'),
    key: readFileSync(path('key.pem'), 'utf8'),
    password: keepPassword(path('credentials.json'), clientId),
    rivalPassword: keepPassword(path('rival-credentials.json'), rivalId),
  };
}

function keepPassword(file: string, clientId: string): string {
  if (!existsSync(file)) {
    const password = randomBytes(8).toString('hex');
    writeFileSync(file, `${JSON.stringify({ clientId, password })}\n`, { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')).password;
}

function describeRegistry(
  front: EppFront,
  files: FrontFiles,
  policy: {
    readonly autoRenewGraceMs: number | null;
    readonly redemptionMs: number;
  } & Pick<EppFrontSettings, 'dnssecData' | 'demandsSigLife'>,
): string {
  const graceDays = (policy.autoRenewGraceMs ?? 0) / dayMs;
  const redemptionDays = Math.floor(policy.redemptionMs / dayMs);
  const registry = {
    name: 'sandbox',
    tlds: ['*'],
    host: front.host,
    port: front.port,
    tls: { caFile: resolve(files.directory, 'certificate.pem') },
    credentialsFile: resolve(files.directory, 'credentials.json'),
    privacy: { by: 'disclose' },
    maximumYears: 0,
    fees: { use: 'premium', currency: 'USD', standardFee: standardFees },
    askAgainSeconds: 1,
    ...(graceDays === 0 ? {} : { expiry: { policy: 'renews', graceDays } }),
    ...(redemptionDays === 0 ? {} : { redemptionDays }),
    ...(policy.dnssecData === 'ds' ? {} : { dnssecData: policy.dnssecData }),
    ...(policy.demandsSigLife === true ? { maxSigLifeDays: 14 } : {}),
  };
  return `${JSON.stringify({ registries: [registry] }, null, 2)}\n`;
}

function banner(
  config: Config,
  front: EppFront,
  written: { readonly description: string; readonly file: string | undefined },
): string {
  const file = written.file ?? 'epp.json';
  // The same calendar, and operator commands find the service's data.
  const place =
    config.databaseUrl === null ? `HOSTMASTER_DATA_DIR=${config.dataDir}` : 'DATABASE_URL=…';
  return [
    '',
    `  The sandbox registry serves EPP on ${front.host}:${front.port} (${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'})`,
    '',
    written.file === undefined
      ? `  Save this as ${file}, or start with --write-config ${file}:`
      : `  The configuration was written to ${file}:`,
    '',
    ...written.description
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
    '',
    '  Then run the service with it:',
    '',
    `    ${place} HOSTMASTER_MODE=sandbox HOSTMASTER_REGISTRAR=epp HOSTMASTER_EPP_CONFIG=${file} npm start`,
    '',
  ].join('\n');
}

function parseListen(text: string): { host: string; port: number } {
  const match = /^\[?([^\]\s]+?)\]?:(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match?.[1] !== undefined && port <= 65_535) return { host: match[1], port };
  throw new CommandError(`--listen must be HOST:PORT such as 127.0.0.1:7700, not "${text}".`);
}

function parseFault(text: string): FaultRule {
  try {
    const rule = JSON.parse(text) as FaultRule;
    if (faultKinds.includes(rule.kind)) return rule;
  } catch {
    // Reported below.
  }
  throw new CommandError(
    `--fault must be JSON with a "kind" of ${faultKinds.join(', ')}; not ${text}.`,
  );
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CommandError(`--client-ca: ${file} cannot be read (${code}).`);
  }
}

function parseNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new CommandError(`${flag} must be a number from 1 to 999, not "${text}".`);
}

function parseAmount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new CommandError(`${flag} must be an amount such as 100 or 12.50, not "${text}".`);
}

function duration(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDurationMs(text);
  if (ms === null) throw new CommandError(`${flag} must be a duration such as 45d, not "${text}".`);
  return ms;
}
