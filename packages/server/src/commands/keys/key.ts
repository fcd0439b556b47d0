/** hostmaster key: create, list and revoke API keys. */

import type { Scope } from '@hostmaster/contract';
import { readList } from '@hostmaster/storage';
import type { Command } from 'commander';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import { issueApiKey } from '../../operations/keys/issue-api-key.ts';
import { listApiKeys } from '../../storage/queries/keys/api-keys.ts';
import { generateApiKey } from '../../workspaces/api-key.ts';
import { scopeOf } from '../../workspaces/key-scope.ts';
import { type KeyLifetime, keyState } from '../../workspaces/key-state.ts';
import { revokeKey } from '../../workspaces/keys.ts';
import {
  type CommandContext,
  CommandError,
  keyCallOf,
  parseExpiryMs,
  type StoreFlags,
  storeCommand,
  type WorkspaceFlags,
  withStores,
  withWorkspace,
  workspaceCommand,
} from '../command.ts';
import { refusing } from '../operate.ts';
import { parseDomains } from '../parse-domains.ts';
import { print, printTable } from '../print.ts';

interface CreateFlags extends WorkspaceFlags {
  readonly name: string;
  readonly scope: string;
  readonly domains?: string;
  readonly expires?: string;
}

const scopes: readonly Scope[] = ['read', 'dns', 'all', 'transfer'];

export function registerKey(program: Command): void {
  const key = program.command('key').description('manage API keys');
  workspaceCommand(key, 'create', 'create an API key, which is shown only once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scope <scope>', 'read, dns, all or transfer', 'all')
    .option('--domains <names>', 'limit the key to these domains, separated by commas')
    .option('--expires <duration>', 'lifetime of the key, for example 90d')
    .action(create);
  workspaceCommand(key, 'list', "list a workspace's keys").action(list);
  storeCommand(key, 'revoke', 'revoke a key immediately').argument('<id>', 'key id').action(revoke);
}

async function create(flags: CreateFlags): Promise<void> {
  const name = flags.name.trim();
  if (name === '') throw new CommandError('--name must not be empty.');
  const scope = scopes.find((known) => known === flags.scope);
  if (scope === undefined)
    throw new CommandError(`--scope must be read, dns, all or transfer, not "${flags.scope}".`);
  const expiresInMs = parseExpiryMs(flags.expires);
  const domainNames = flags.domains === undefined ? null : parseDomains(flags.domains);
  const answer = await withWorkspace(flags, async (context, workspace) => {
    const apiKey = generateApiKey(context.config.mode);
    const call = await keyCallOf(context, workspace);
    const expiresAt = expiresInMs === null ? null : call.machineNow + expiresInMs;
    const input = { key: apiKey, name, scope, domainNames, expiresAt };
    const key = await refusing(() => persist(context.database, issueApiKey(call, input)), {
      domainNames: '--domains',
    });
    return { key, apiKey };
  });
  print(flags, answer, [
    `Created key ${answer.key.name} (${answer.key.id}).`,
    `API key (shown only once): ${answer.apiKey}`,
  ]);
}

async function list(flags: WorkspaceFlags): Promise<void> {
  const { keys, now } = await withWorkspace(flags, async (context, workspace) => {
    const keys = await readList(context.database, listApiKeys, { workspaceId: workspace.id });
    return { keys, now: context.clock.now() };
  });
  const states = keys.map((key) => describeState(key, now));
  const views = keys.map((key) => ({
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: scopeOf(key),
    readsAll: key.readsAll,
    domains: key.domainNames,
    createdAt: isoTimeOrNull(key.createdAt),
    expiresAt: isoTimeOrNull(key.expiresAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
    lastUsedAt: isoTimeOrNull(key.lastUsedAt),
  }));
  const rows = views.map((key, index) => [
    key.id,
    key.name,
    `${key.prefix}…`,
    key.scope === 'dns' && key.readsAll ? 'dns, reads all' : key.scope,
    key.domains === null ? 'all' : key.domains.join(', '),
    key.lastUsedAt ?? 'never',
    states[index] ?? '',
  ]);
  const head = ['ID', 'NAME', 'KEY', 'SCOPE', 'DOMAINS', 'LAST USED', 'STATE'];
  printTable(flags, { keys: views }, { head, rows, empty: 'This workspace has no keys.' });
}

function describeState(key: KeyLifetime, now: number): string {
  const state = keyState(key, now);
  return state === 'valid' && key.expiresAt !== null
    ? `valid until ${isoTime(key.expiresAt)}`
    : state;
}

async function revoke(id: string, flags: StoreFlags): Promise<void> {
  const done = await withStores(flags, (context) => revokeAsOperator(context, id));
  print(flags, { key: { id, revoked: true } }, [done]);
}

/** What was done, as a sentence. */
export async function revokeAsOperator(
  { database, now }: CommandContext,
  id: string,
): Promise<string> {
  const at = await now();
  const outcome = await persist(database, revokeKey({ id, at, revoker: 'operator' }));
  if (outcome === 'unknown') throw new CommandError(`Key ${id} not found.`);
  return outcome === 'revoked' ? `Revoked ${id}.` : `${id} is already revoked.`;
}
