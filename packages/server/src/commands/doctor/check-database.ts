/** The database, its clock and what it takes to sell names; and the backups of it. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import type { Stores } from '../../composition/open-stores.ts';
import { readClockSkewMs } from '../../composition/require-clock.ts';
import type { Config } from '../../config/config.ts';
import { followContactSealing } from '../../operations/contacts/seal-contacts.ts';
import { sqliteFileName } from '../../storage/open-database.ts';
import { readArchiving, readServer } from '../../storage/queries/settings/store-state.ts';
import { readLastBackup } from '../last-backup.ts';
import type { Findings, Subject } from './finding.ts';

const versionMin = 140_000;
const skewMsMin = 5_000;
const skewMsMax = minuteMs;
const timedatectlMsMax = 5_000;

/** Why the stores must not be opened; null when they may. Opening creates what is missing. */
export function reasonNotToOpen(config: Config, findings: Findings): string | null {
  const { dataDir, databaseUrl, secretFile } = config;
  const isThere = databaseUrl !== null || existsSync(join(dataDir, sqliteFileName));
  if (!isThere) {
    findings.warning(
      `There is no database in ${dataDir}.`,
      'The first start creates it. If the service has run before, check HOSTMASTER_DATA_DIR.',
    );
    return 'There is no database yet.';
  }
  if (databaseUrl !== null || existsSync(secretFile)) return null;
  findings.problem(
    `${secretFile} is missing, so that secrets and registrant contacts cannot be decrypted.`,
    'Restore this file from the backup before the next start: a start creates a new key, which does not open what is stored.',
  );
  return 'The secret file is missing.';
}

export async function checkDatabase(
  { database, secrets, offer }: Stores,
  { config }: Subject,
  findings: Findings,
): Promise<void> {
  const startedAt = performance.now();
  const server = await database.first(readServer, {});
  const took = `answers in ${Math.ceil(performance.now() - startedAt)} ms`;
  const { versionNumber = null, autovacuum, fsync } = server ?? {};
  if (versionNumber === null) {
    const { size } = statSync(join(config.dataDir, sqliteFileName));
    findings.ok(`SQLite in ${config.dataDir} ${took}, ${Math.ceil(size / 2 ** 20)} MiB.`);
  } else if (versionNumber < versionMin) {
    findings.problem(
      `PostgreSQL ${Math.floor(versionNumber / 10_000)} is not supported.`,
      'Upgrade the server to PostgreSQL 14 or later.',
    );
  } else findings.ok(`PostgreSQL ${Math.floor(versionNumber / 10_000)} ${took}.`);
  if (autovacuum === 'off') {
    findings.problem('Autovacuum is off.', 'Set "autovacuum = on": the planner needs statistics.');
  }
  if (fsync === 'off') {
    findings.problem('fsync is off.', 'Set "fsync = on": a power failure could lose changes.');
  }
  if ((await followContactSealing({ database, secrets })) === 'wrong secret') {
    findings.problem(
      `${config.secretFile} does not open the registrant contacts of this database.`,
      'Copy the secret file of the other processes there, or that of the time of the backup.',
    );
  }
  for (const missing of offer.missing) {
    findings.warning('Nothing is for sale yet.', `Set what new domains need: ${missing}`);
  }
}

/** Compares with PostgreSQL; otherwise only the system knows whether its clock is synchronised. */
export async function checkClock(
  stores: Stores | null,
  { clock }: Subject,
  findings: Findings,
): Promise<void> {
  if (stores !== null) {
    const skewMs = await readClockSkewMs(stores.database, clock);
    const skew = `This clock is ${Math.abs(skewMs) / 1_000} s ${skewMs < 0 ? 'behind' : 'ahead of'} the database.`;
    const advice = 'Synchronise the clocks of both machines, for example with chrony.';
    if (Math.abs(skewMs) > skewMsMax) findings.problem(skew, advice);
    else if (Math.abs(skewMs) > skewMsMin) findings.warning(skew, advice);
  }
  const isSynchronised = await readSynchronised();
  if (isSynchronised === false) {
    findings.warning(
      'The system does not synchronise its clock.',
      'Enable chrony or systemd-timesyncd: signatures, leases and keys of secondaries depend on the time.',
    );
  }
  if (findings.list.length > 0) return;
  findings.ok(
    isSynchronised === true
      ? 'The system synchronises its clock.'
      : 'No difference is known; this system does not say whether it synchronises its clock.',
  );
}

async function readSynchronised(): Promise<boolean | null> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, {
      timeout: timedatectlMsMax,
    });
    return stdout.trim() === 'yes';
  } catch {
    return null;
  }
}

export async function checkBackups(
  stores: Stores | null,
  subject: Subject,
  findings: Findings,
): Promise<void> {
  if (subject.config.databaseUrl === null) return checkFileBackups(subject, findings);
  const archiving = await stores?.database.first(readArchiving, {});
  if (archiving === undefined) {
    findings.skipped('The database cannot be asked.');
  } else if (archiving.mode === 'off') {
    findings.warning(
      'PostgreSQL archives no WAL. Whether pg_dump runs cannot be seen from here.',
      'Set archive_mode and archive_command, or make sure that pg_dump runs each day and has been restored once.',
    );
  } else if ((archiving.failedAt ?? 0) > (archiving.archivedAt ?? 0)) {
    findings.problem(
      'The last attempt of PostgreSQL to archive WAL failed.',
      'Look into the log of PostgreSQL, and correct archive_command.',
    );
  } else findings.ok('PostgreSQL archives WAL.');
}

function checkFileBackups({ config, clock }: Subject, findings: Findings): void {
  const last = readLastBackup(config.dataDir);
  const advice = 'Run "hostmaster backup FILE" each day, and keep the file on another machine.';
  if (last === null) {
    findings.warning('No backup has been made with "hostmaster backup".', advice);
    return;
  }
  const hours = Math.floor((clock.now() - last.at) / hourMs);
  const made = `The last backup was made ${hours} hours ago: ${last.file}.`;
  if (clock.now() - last.at > 2 * dayMs) findings.warning(made, advice);
  else findings.ok(made);
}
