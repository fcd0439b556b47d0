/**
 * Compares a registry with its configuration: signs in once, reads the greeting, checks names. No
 * command changes anything at the registry.
 */
import {
  type CheckDomainsResult,
  checkDomains,
  contactUri,
  EppNotSentError,
  EppResultError,
  type EppSession,
  type FeeCommandName,
  feeUri,
  hostUri,
  idnUri,
  loginSecUri,
  openSession,
  secDnsUri,
} from '@hostmaster/epp';
import { connectionOptionsOf } from './connection-options.ts';
import { amountsOf } from './fees.ts';
import { loginEventText, needsPerson } from './login-events.ts';
import { type RegistryConfig, standardFeesOf } from './registry-config.ts';
import { registeredNames, unusedNames } from './test-names.ts';

export interface ConnectionStep {
  readonly what: string;
  /** `differs`: works, but not as configured, or not for long. */
  readonly result: 'ok' | 'differs' | 'failed';
  readonly detail: string;
}

export interface ConnectionReport {
  readonly registry: string;
  readonly ok: boolean;
  readonly steps: readonly ConnectionStep[];
  /** Fields of the registry's entry that should have other values. */
  readonly corrections: Readonly<Record<string, unknown>>;
}

const suffixesMax = 10;
const stepNames = ['Connection', 'Greeting', 'Sign-in'] as const;
/** Which step an error of `openSession` belongs to. */
const failedStep: Readonly<Record<string, number>> = { connect: 0, greeting: 1 };

export async function testConnection(config: RegistryConfig): Promise<ConnectionReport> {
  const findings = new Findings(config);
  const session = await signIn(config, findings);
  if (session === null) return findings.report();
  try {
    compareServices(session, findings);
    noteWarnings(findings);
    for (const suffix of suffixesOf(config)) {
      await compareSuffix(session, findings, suffix);
      await noteRegistered(session, findings, suffix);
    }
    await compareCheckSize(session, findings);
  } finally {
    await session.logout();
  }
  return findings.report();
}

/** Signs in once and compares nothing. `serverDate` is the time of the registry; null without an answer. */
export async function testSignIn(
  config: RegistryConfig,
): Promise<ConnectionReport & { readonly serverDate: Date | null }> {
  const findings = new Findings(config);
  const session = await signIn(config, findings);
  await session?.logout();
  return { ...findings.report(), serverDate: session?.greeting.serverDate ?? null };
}

/** Null when a step failed, which is noted. */
async function signIn(config: RegistryConfig, findings: Findings): Promise<EppSession | null> {
  const address = `${config.host}:${config.port}`;
  let session: EppSession;
  try {
    const { credentials } = config;
    session = await openSession({ ...connectionOptionsOf(config), credentials });
  } catch (error) {
    const failed = error instanceof EppNotSentError ? (failedStep[error.reason] ?? 2) : 0;
    for (const what of stepNames.slice(0, failed)) findings.note(what, 'ok', address);
    const detail = error instanceof Error ? error.message : String(error);
    findings.note(stepNames[failed] ?? 'Connection', 'failed', detail);
    return null;
  }
  findings.note('Connection', 'ok', `${address}, ${session.tlsVersion}`);
  findings.note('Greeting', 'ok', session.greeting.serverId);
  findings.note('Sign-in', 'ok', config.credentials.clientId);
  noteLoginEvents(session, findings);
  return session;
}

class Findings {
  readonly config: RegistryConfig;
  readonly #steps: ConnectionStep[] = [];
  #corrections: Record<string, unknown> = {};

  constructor(config: RegistryConfig) {
    this.config = config;
  }

  note(what: string, result: ConnectionStep['result'], detail: string): void {
    this.#steps.push({ what, result, detail });
  }

  /** A difference, and the fields that remove it. */
  correct(what: string, detail: string, fields: Readonly<Record<string, unknown>>): void {
    this.note(what, 'differs', detail);
    this.#corrections = merge(this.#corrections, fields);
  }

  report(): ConnectionReport {
    return {
      registry: this.config.name,
      ok: this.#steps.every(({ result }) => result === 'ok'),
      steps: this.#steps,
      corrections: this.#corrections,
    };
  }
}

/** Each names a field that is to be removed. */
function noteWarnings(findings: Findings): void {
  for (const warning of findings.config.warnings) {
    findings.correct('Settings', warning, { fees: { unquoted: undefined } });
  }
}

function noteLoginEvents({ services, loginEvents }: EppSession, findings: Findings): void {
  if (!services.extensionUris.includes(loginSecUri)) return;
  const warnings = loginEvents.filter(needsPerson);
  if (warnings.length === 0) findings.note('Login security', 'ok', 'no warnings');
  for (const warning of warnings) {
    findings.note('Login security', 'differs', loginEventText(warning));
  }
}

function compareServices({ greeting, services }: EppSession, findings: Findings): void {
  const { config } = findings;
  const offers = (uri: string) => services.objectUris.includes(uri);
  if (config.nameservers === 'objects' && !offers(hostUri)) {
    const detail = 'The registry has no host objects.';
    findings.correct('Nameservers', detail, { nameservers: 'attributes' });
  } else findings.note('Nameservers', 'ok', config.nameservers);
  if (config.contacts === 'thick' && !offers(contactUri)) {
    const detail = 'The registry has no contacts.';
    findings.correct('Contacts', detail, { contacts: 'minimum', privacy: undefined });
  } else findings.note('Contacts', 'ok', config.contacts);
  const unused = greeting.extensionUris.filter((uri) => !services.extensionUris.includes(uri));
  const lists = [
    services.extensionUris.length === 0 ? 'none' : services.extensionUris.join(' '),
    ...(unused.length === 0 ? [] : [`not used: ${unused.join(' ')}`]),
  ];
  findings.note('Extensions', 'ok', lists.join('; '));
  compareSigners(services.extensionUris.includes(secDnsUri), findings);
  compareIdnTables(services.extensionUris.includes(idnUri), findings);
  if (config.fees.use !== 'none' && !services.extensionUris.includes(feeUri)) {
    const detail = 'The registry quotes no fees (RFC 8748), so that no name could be sold.';
    findings.correct('Fees', detail, { fees: { use: 'none' } });
  }
}

function compareSigners(offers: boolean, findings: Findings): void {
  if (findings.config.dnssec && !offers) {
    const detail = 'The registry takes no DS records (RFC 5910), so that no name can have DNSSEC.';
    findings.correct('DNSSEC', detail, { dnssec: false });
  } else findings.note('DNSSEC', 'ok', usedData(findings.config));
}

/** The greeting does not tell which form a registry takes. */
function usedData({ dnssec, dnssecData }: Findings['config']): string {
  if (!dnssec) return 'not used';
  if (dnssecData === 'ds') return 'DS records';
  return dnssecData === 'key' ? 'keys' : 'DS records with their keys';
}

function compareIdnTables(offers: boolean, findings: Findings): void {
  const isConfigured = Object.keys(findings.config.idnTables).length > 0;
  if (isConfigured && !offers) {
    const detail = 'The registry takes no IDN tables, so that no such name could be registered.';
    findings.correct('IDN tables', detail, { idnTables: undefined });
  } else if (isConfigured) findings.note('IDN tables', 'ok', 'sent by the script of a name');
  else if (offers) findings.note('IDN tables', 'ok', 'offered, and not sent without "idnTables"');
}

/** A name that is surely free, with its price where the registry quotes prices. */
async function compareSuffix(
  session: EppSession,
  findings: Findings,
  suffix: string,
): Promise<void> {
  const what = `Check .${suffix}`;
  let problem = '';
  for (const name of unusedNames(findings.config, suffix)) {
    try {
      const data = await checkWithFees(session, name, ['create', 'renew']);
      const answer = data.domains[0];
      if (answer?.available === true) {
        findings.note(what, 'ok', `${name} is available`);
        const quote = amountsOf(data, name);
        if (quote !== null) compareFees(findings, { suffix, ...quote });
        return;
      }
      problem ||= `${name} is not: ${answer?.reason ?? 'no reason given'}`;
    } catch (error) {
      problem ||= error instanceof Error ? error.message : String(error);
      if (!session.isOpen) break;
    }
  }
  findings.note(what, 'failed', problem);
}

/** Many registries quote no fee for a name that is registered. */
async function noteRegistered(
  session: EppSession,
  findings: Findings,
  suffix: string,
): Promise<void> {
  if (findings.config.fees.use === 'none' || !offersFees(session)) return;
  for (const name of registeredNames(suffix)) {
    const data = await checkWithFees(session, name, ['renew', 'transfer']).catch(() => null);
    if (data?.domains[0]?.available !== false) continue;
    const quote = amountsOf(data, name);
    const [renew, transfer] = [quote?.amounts.get('renew'), quote?.amounts.get('transfer')];
    const detail =
      renew === undefined
        ? 'no fee; renewals and transfers carry the highest agreed one'
        : `${renew} ${quote?.currency} to renew, ${transfer ?? 'no fee'} to transfer`;
    return findings.note(`Registered .${suffix}`, 'ok', `${name}: ${detail}`);
  }
}

function offersFees({ services }: EppSession): boolean {
  return services.extensionUris.includes(feeUri);
}

async function checkWithFees(
  session: EppSession,
  name: string,
  asked: readonly FeeCommandName[],
): Promise<CheckDomainsResult> {
  const commands = asked.map((command) => ({ name: command, periodYears: 1 }));
  const { data } = await session.send(checkDomains, {
    names: [name],
    ...(offersFees(session) ? { fee: { commands } } : {}),
  });
  return data;
}

function compareFees(
  findings: Findings,
  quote: {
    readonly suffix: string;
    readonly currency: string;
    readonly amounts: ReadonlyMap<string, number>;
  },
): void {
  const { suffix, currency, amounts } = quote;
  const { fees } = findings.config;
  const create = amounts.get('create');
  if (create === undefined) return;
  const renew = amounts.get('renew') ?? create;
  const what = `Fees of .${suffix}`;
  const quoted = `${create} ${currency} to register, ${renew} to renew`;
  const fields = { fees: { currency, standardFee: { [suffix]: { create, renew } } } };
  const standard = standardFeesOf(fees, `name.${suffix}`);
  if (fees.use === 'none') {
    const use = 'premium';
    const detail = `${quoted}; without "fees" premium names are sold at the standard price`;
    findings.correct(what, detail, { fees: { ...fields.fees, use } });
  } else if (currency !== fees.currency) {
    findings.correct(what, `${quoted}; configured is ${fees.currency}`, fields);
  } else if (standard === null || create > standard.create || renew > standard.renew) {
    const configured = `${standard?.create} to register, ${standard?.renew} to renew`;
    findings.correct(what, `${quoted}; configured is ${configured}`, fields);
  } else findings.note(what, 'ok', quoted);
}

function suffixesOf({ tlds }: RegistryConfig): string[] {
  return tlds.map((tld) => (tld === '*' ? 'com' : tld)).slice(0, suffixesMax);
}

/** A registry that allows fewer names in a check refuses with a result code. */
async function compareCheckSize(session: EppSession, findings: Findings): Promise<void> {
  const { checkNames } = findings.config;
  const suffix = suffixesOf(findings.config)[0] ?? 'com';
  for (let size = checkNames; size > 0; size = Math.floor(size / 2)) {
    const names = Array.from({ length: size }, () => {
      const [name = ''] = unusedNames(findings.config, suffix);
      return name;
    });
    try {
      await session.send(checkDomains, { names });
    } catch (error) {
      if (error instanceof EppResultError && session.isOpen) continue;
      const detail = error instanceof Error ? error.message : String(error);
      findings.note('Names per check', 'failed', detail);
      return;
    }
    if (size === checkNames) findings.note('Names per check', 'ok', String(size));
    else {
      const detail = `${checkNames} were refused, ${size} were not`;
      findings.correct('Names per check', detail, { checkNames: size });
    }
    return;
  }
  findings.note('Names per check', 'failed', 'Every check was refused.');
}

/** Objects are merged, other values replaced. */
export function merge(
  given: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...given };
  for (const [field, value] of Object.entries(fields)) {
    const current = merged[field];
    merged[field] = isObject(current) && isObject(value) ? merge(current, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
