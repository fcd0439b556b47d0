/** hostmaster doctor: checks what the service depends on, and says what to do about each finding. */
import type { Command } from 'commander';
import type { Stores } from '../../composition/open-stores.ts';
import { createRuntime } from '../../composition/runtime.ts';
import { explainConfig } from '../../config/explain-config.ts';
import {
  configOf,
  openStoresOf,
  type StoreFlags,
  settingFlagsOf,
  storeCommand,
} from '../command.ts';
import { print } from '../print.ts';
import { checkBackups, checkClock, checkDatabase, reasonNotToOpen } from './check-database.ts';
import { checkDisk, checkPorts } from './check-machine.ts';
import { checkDelegation, checkResolvers, checkSecondaries } from './check-names.ts';
import { checkMail, checkRegistries, checkTls } from './check-peers.ts';
import { checkSignedZones } from './check-signed-zones.ts';
import {
  type CheckName,
  checks,
  type Finding,
  type Findings,
  runCheck,
  type Subject,
} from './finding.ts';

export function registerDoctor(program: Command): void {
  storeCommand(program, 'doctor', 'check what the service depends on').action(doctor);
}

async function doctor(flags: StoreFlags): Promise<void> {
  const found = await examine(flags);
  const findings = checks.flatMap((name) => found.filter(({ check }) => check === name));
  const problems = findings.filter(({ result }) => result === 'problem').length;
  const warnings = findings.filter(({ result }) => result === 'warning').length;
  print(flags, { ok: problems === 0, findings }, [
    ...findings.flatMap(linesOf),
    `${problems} problems, ${warnings} warnings.`,
  ]);
  if (problems > 0) process.exitCode = 1;
}

async function examine(flags: StoreFlags): Promise<readonly Finding[]> {
  const settings = await runCheck('settings', async (findings) => checkSettings(flags, findings));
  if (settings.some(({ result }) => result === 'problem')) {
    const others = checks.filter((name) => name !== 'settings');
    return [...settings, ...others.flatMap((name) => skip(name, 'The settings cannot be read.'))];
  }
  const subject: Subject = { ...createRuntime(), config: configOf(flags) };
  const checked = await Promise.all([
    runCheck('disk', (findings) => checkDisk(subject, findings)),
    runCheck('ports', (findings) => checkPorts(subject, findings)),
    runCheck('dns', (findings) => checkResolvers(subject, findings)),
    runCheck('registry', (findings) => checkRegistries(subject, findings)),
    runCheck('mail', (findings) => checkMail(subject, findings)),
    runCheck('tls', (findings) => checkTls(subject, findings)),
    examineStores(subject),
  ]);
  return [...settings, ...checked.flat()];
}

function checkSettings(flags: StoreFlags, findings: Findings): void {
  const { settings, problems, warnings } = explainConfig(process.env, settingFlagsOf(flags));
  const advice = '"hostmaster config explain" shows every setting and where it comes from.';
  for (const problem of problems) findings.problem(problem, advice);
  for (const warning of warnings) findings.warning(warning, advice);
  if (findings.list.length > 0) return;
  const given = settings.filter(({ origin }) => !origin.startsWith('default')).length;
  findings.ok(`${given} settings are given, and all can be read.`);
}

/** What needs the database. A database that cannot be opened is one problem, not five. */
async function examineStores(subject: Subject): Promise<readonly Finding[]> {
  const opened: { stores: Stores | null; opening: Promise<Stores> | null; reason: string } = {
    stores: null,
    opening: null,
    reason: 'The database cannot be opened.',
  };
  const database = await runCheck('database', async (findings) => {
    const reason = reasonNotToOpen(subject.config, findings);
    if (reason !== null) {
      opened.reason = reason;
      return;
    }
    opened.opening = openStoresOf(subject.config);
    opened.stores = await opened.opening;
    await checkDatabase(opened.stores, subject, findings);
  });
  const { stores, reason } = opened;
  const withStores = (
    name: CheckName,
    work: (stores: Stores, findings: Findings) => Promise<void>,
  ) =>
    stores === null ? skip(name, reason) : runCheck(name, (findings) => work(stores, findings));
  try {
    const others = await Promise.all([
      runCheck('clock', (findings) => checkClock(stores, subject, findings)),
      runCheck('backups', (findings) => checkBackups(stores, subject, findings)),
      withStores('secondaries', (given, findings) => checkSecondaries(given, subject, findings)),
      withStores('delegation', (given, findings) => checkDelegation(given, subject, findings)),
      withStores('dnssec', checkSignedZones),
    ]);
    return [...database, ...others.flat()];
  } finally {
    // Stores that open after the limit, such as after a long migration, are closed then.
    const closing = opened.opening?.then(
      (given) => given.close(),
      () => {},
    );
    if (stores !== null) await closing;
  }
}

function skip(check: CheckName, reason: string): readonly Finding[] {
  return [{ check, result: 'skipped', finding: `Not checked: ${reason}`, advice: null }];
}

function linesOf({ check, result, finding, advice }: Finding): string[] {
  const mark = result === 'problem' ? 'PROBLEM' : result;
  const line = `${mark.padEnd(7)}  ${check.padEnd(11)}  ${finding}`;
  return advice === null ? [line] : [line, `${' '.repeat(22)}${advice}`];
}
