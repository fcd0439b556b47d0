/** What all commands share: their flags, the stores they open, and the arguments they parse. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseDurationMs } from '@hostmaster/contract/durations';
import type { Command } from 'commander';
import { CommandError } from '../base/command-error.ts';
import { Refusal } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import { calendarNow, openStores, type Stores } from '../composition/open-stores.ts';
import type { Config } from '../config/config.ts';
import { readSettings } from '../config/read-settings.ts';
import type { SettingName } from '../config/settings.ts';
import { announceChanges } from '../nameserver/secondaries/announce-changes.ts';
import type { KeyCall } from '../operations/keys/issue-api-key.ts';
import { sqliteFileName } from '../storage/open-database.ts';
import type { Workspace } from '../storage/tables/workspaces/workspaces.ts';
import { operatorActor } from '../workspaces/actor.ts';
import { listCandidates } from '../workspaces/workspaces.ts';

export { CommandError };

export interface StoreFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

export interface CommandContext extends Stores {
  readonly config: Config;
  /** Calendar time. */
  now(): Promise<number>;
}

export interface WorkspaceFlags extends StoreFlags {
  readonly workspace: string;
}

/** A command that works on the stores. */
export function storeCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .option('--data-dir <directory>', 'directory of the databases (HOSTMASTER_DATA_DIR)')
    .option('--json', 'print one JSON object and no other output')
    .description(description);
}

/** A command that works in one workspace. */
export function workspaceCommand(parent: Command, name: string, description: string): Command {
  return storeCommand(parent, name, description).requiredOption(
    '--workspace <workspace>',
    'id or name',
  );
}

export function configOf(flags: StoreFlags): Config {
  return readSettings(process.env, settingFlagsOf(flags)).config;
}

/** The settings that flags of commands give. */
export function settingFlagsOf({ dataDir }: StoreFlags): Partial<Record<SettingName, string>> {
  return dataDir === undefined ? {} : { HOSTMASTER_DATA_DIR: dataDir };
}

/** Opens the stores, runs, and closes them whatever happens. */
export async function withStores<T>(
  flags: StoreFlags,
  run: (context: CommandContext) => Promise<T>,
  options: { readonly mayCreate?: boolean } = {},
): Promise<T> {
  const config = configOf(flags);
  if (options.mayCreate !== true) requireStore(config);
  const stores = await openStoresOf(config);
  const announcer = announceChanges({
    ...stores,
    sources: config.dnsSources,
    log: createLog('silent'),
  });
  try {
    return await run({
      ...stores,
      config,
      now: () => calendarNow(stores.database, stores.clock),
    });
  } finally {
    await announcer.finish();
    await stores.close();
  }
}

/** As `withStores`, with the workspace that `--workspace` names. */
export async function withWorkspace<T>(
  flags: WorkspaceFlags,
  run: (context: CommandContext, workspace: Workspace) => Promise<T>,
  options: { readonly mayBeDeleted?: boolean } = {},
): Promise<T> {
  return withStores(flags, async (context) => {
    const workspace = await requireWorkspace(context, flags.workspace);
    if (workspace.deletedAt !== null && options.mayBeDeleted !== true) {
      throw new CommandError(
        `The workspace ${workspace.name} (${workspace.id}) was deleted; only its activity can be read.`,
      );
    }
    return run(context, workspace);
  });
}

/** A mistyped directory is an error, not a new and empty service. */
function requireStore(config: Config): void {
  if (config.databaseUrl !== null || existsSync(join(config.dataDir, sqliteFileName))) return;
  throw new CommandError(
    `No Hostmaster database found in ${config.dataDir}. Check --data-dir (HOSTMASTER_DATA_DIR).`,
  );
}

export async function openStoresOf(config: Config): Promise<Stores> {
  try {
    return await openStores(config);
  } catch (error) {
    return explainStoreFault(config, error);
  }
}

/** Says which setting led to a store that cannot be opened; any other error passes unchanged. */
export function explainStoreFault(config: Config, error: unknown): never {
  const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) throw error;
  const { code, path } = cause as NodeJS.ErrnoException;
  if (isDiskFull(cause, code)) {
    const place = config.databaseUrl === null ? config.dataDir : 'the server of DATABASE_URL';
    throw new Error(`No space is left on ${place}. Free space there, and start again.`);
  }
  if (path === config.secretFile || cause.message.startsWith(config.secretFile)) {
    throw new CommandError(`HOSTMASTER_SECRET_FILE cannot be used: ${cause.message}`);
  }
  if (path === config.dataDir) {
    throw new CommandError(`HOSTMASTER_DATA_DIR cannot be used: ${cause.message}`);
  }
  if (config.databaseUrl !== null && isUnreachable(cause, code)) {
    throw new Error(`DATABASE_URL cannot be connected to: ${cause.message || code}`);
  }
  throw error;
}

/** By the file system, SQLite (SQLITE_FULL) or PostgreSQL (SQLSTATE 53100). */
function isDiskFull(cause: Error, code: string | undefined): boolean {
  const isFullSqlite = 'errcode' in cause && cause.errcode === 13;
  return code === 'ENOSPC' || code === '53100' || isFullSqlite;
}

/** A host without an answer, or a server that does not let us in (SQLSTATE classes 28 and 3D). */
function isUnreachable(cause: Error, code: string | undefined): boolean {
  return (
    cause.name === 'AggregateError' ||
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28|3D)/.test(
      code ?? '',
    )
  );
}

export async function requireWorkspace(
  context: CommandContext,
  idOrName: string,
): Promise<Workspace> {
  const [workspace, ...others] = await listCandidates(context.database, idOrName);
  if (workspace === undefined) {
    throw new CommandError(
      `No workspace "${idOrName}" in ${storeName(context.config)}. Run "hostmaster workspace list" for ids and names.`,
    );
  }
  if (others.length === 0) return workspace;
  const candidates = [workspace, ...others].map(
    ({ id, email }) => `${id} (${email ?? 'no email'})`,
  );
  throw new CommandError(
    `Several workspaces are named "${idOrName}": ${candidates.join(', ')}. Use an id.`,
  );
}

/** The operator as the creator of a key of this workspace. */
export async function keyCallOf(context: CommandContext, { id }: Workspace): Promise<KeyCall> {
  const { config, clock } = context;
  return {
    actor: operatorActor(id),
    now: await context.now(),
    machineNow: clock.now(),
    links: config,
    limits: config.limits,
  };
}

/** Named in messages, for a command that runs in another directory than the service. */
function storeName(config: Config): string {
  return config.databaseUrl === null ? config.dataDir : 'the PostgreSQL database';
}

/** A positive whole number; `what` begins the message. */
export function parseCount(what: string, text: string, max = Number.POSITIVE_INFINITY): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw new CommandError(`${what} must be a positive number, not "${text}".`);
  if (count > max) throw new CommandError(`${what} must be at most ${max}, not ${count}.`);
  return count;
}

/** The value of `--expires`: a duration above zero; null when it is absent. */
export function parseExpiryMs(text: string | undefined): number | null {
  if (text === undefined) return null;
  const expiresInMs = parseDurationMs(text);
  if (expiresInMs !== null && expiresInMs > 0) return expiresInMs;
  throw new CommandError(`--expires must be a duration such as 90d, not "${text}".`);
}
