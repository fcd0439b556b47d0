/** hostmaster tsig: create, list and revoke keys for DNS UPDATE. */

import { isWeakTsig, tsigAlgorithms } from '@hostmaster/dns/node';
import { recordTypes, typeLabel } from '@hostmaster/dns/records';
import { readList } from '@hostmaster/storage';
import type { Command } from 'commander';
import { isoTimeOrNull } from '../../base/iso-time.ts';
import { persist } from '../../changes/persist.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { coverageText } from '../../facts/keys.ts';
import { issueUpdateKey } from '../../operations/keys/issue-update-key.ts';
import { findDomain } from '../../storage/queries/domains/domains.ts';
import { listStoredUpdateKeys } from '../../storage/queries/keys/update-keys.ts';
import { keyState } from '../../workspaces/key-state.ts';
import { parsePattern, parseTypes } from '../../workspaces/update-key-scope.ts';
import { domainNamesOf, revokeUpdateKey } from '../../workspaces/update-keys.ts';
import {
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
import { print, printTable } from '../print.ts';

interface CreateFlags extends WorkspaceFlags {
  readonly domain?: string;
  readonly allDomains?: boolean;
  readonly transfer?: boolean;
  readonly name: string;
  readonly types?: string;
  readonly algorithm: string;
  readonly expires?: string;
}

export function registerTsig(program: Command): void {
  const tsig = program
    .command('tsig')
    .description('manage TSIG keys for dynamic DNS updates (RFC 2136)');
  workspaceCommand(tsig, 'create', 'create a key, whose secret is shown only once')
    .option('--domain <names>', 'domains whose records the key can change, separated by commas')
    .option('--all-domains', 'the key is for all domains of the workspace')
    .option('--transfer', 'the key can also read whole zones by AXFR and IXFR')
    .option('--name <pattern>', 'limit the key to names, for example _acme-challenge.*', '*')
    .option('--types <types>', 'limit the key to these record types, separated by commas')
    .option('--algorithm <algorithm>', tsigAlgorithms.join(', '), 'hmac-sha256')
    .option('--expires <duration>', 'lifetime of the key, for example 90d')
    .action(create);
  workspaceCommand(tsig, 'list', "list a workspace's keys").action(list);
  storeCommand(tsig, 'revoke', 'revoke a key immediately')
    .argument('<name>', 'name of the key')
    .action(revoke);
}

async function create(flags: CreateFlags): Promise<void> {
  const domainNames = readDomains(flags);
  const pattern = parsePattern(flags.name, domainNames?.[0] ?? '');
  if (pattern === null) {
    throw new CommandError(
      `--name must be a pattern such as @, www, *.dyn or _acme-challenge.*, not "${flags.name}".`,
    );
  }
  const types = flags.types === undefined ? null : parseTypes(flags.types);
  if (flags.types !== undefined && types === null) {
    throw new CommandError(
      `--types must be some of ${recordTypes.map(typeLabel).join(',')}, or TYPE and a number, not "${flags.types}".`,
    );
  }
  const algorithm = tsigAlgorithms.find((known) => known === flags.algorithm.toLowerCase());
  if (algorithm === undefined) {
    throw new CommandError(
      `--algorithm must be ${tsigAlgorithms.join(' or ')}, not "${flags.algorithm}".`,
    );
  }
  const expiresInMs = parseExpiryMs(flags.expires);
  const key = await withWorkspace(flags, async (context, workspace) => {
    const { database, secrets } = context;
    for (const name of domainNames ?? []) {
      const domain = await database.first(findDomain, { workspaceId: workspace.id, name });
      if (domain === undefined) {
        throw new CommandError(`The workspace ${workspace.name} has no domain ${name}.`);
      }
    }
    const call = { ...(await keyCallOf(context, workspace)), secrets };
    const expiresAt = expiresInMs === null ? null : call.machineNow + expiresInMs;
    const mayTransfer = flags.transfer === true;
    const scope = { pattern, types };
    const input = { domainNames, scope, mayTransfer, algorithm, expiresAt };
    return persist(database, issueUpdateKey(call, input));
  });
  const warning = isWeakTsig(algorithm)
    ? `${algorithm} is weak. Use it only for a client that has nothing better.`
    : null;
  print(flags, { ...key, ...(warning === null ? {} : { warning }) }, [
    `Created key ${key.name} (${key.algorithm}) for ${pattern === '*' ? 'all names' : pattern} of ${coverageText(domainNames)}.`,
    ...(flags.transfer === true ? ['It can read whole zones by AXFR and IXFR.'] : []),
    ...(warning === null ? [] : [`Warning: ${warning}`]),
    `Secret (shown only once): ${key.secret}`,
    '',
    `nsupdate -y ${key.algorithm}:${key.name}:${key.secret}`,
  ]);
}

/** Null means all domains of the workspace. */
function readDomains({ domain, allDomains }: CreateFlags): readonly string[] | null {
  if ((domain === undefined) === (allDomains !== true)) {
    throw new CommandError('Name the domains with --domain, or use --all-domains.');
  }
  if (domain === undefined) return null;
  const names = domain.split(',').map((text) => {
    const name = normaliseDomainName(text);
    if (name === null) throw new CommandError(`--domain: "${text}" is not a domain name.`);
    return name;
  });
  return [...new Set(names)];
}

async function list(flags: WorkspaceFlags): Promise<void> {
  const { keys, now } = await withWorkspace(flags, async (context, workspace) => {
    const keys = await readList(context.database, listStoredUpdateKeys, {
      workspaceId: workspace.id,
    });
    return { keys, now: context.clock.now() };
  });
  const views = keys.map((key) => ({
    name: key.name,
    domains: domainNamesOf(key),
    pattern: key.namePattern,
    types: key.types,
    transfer: key.mayTransfer,
    algorithm: key.algorithm,
    weak: isWeakTsig(key.algorithm),
    createdAt: isoTimeOrNull(key.createdAt),
    expiresAt: isoTimeOrNull(key.expiresAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
    lastUsedAt: isoTimeOrNull(key.lastUsedAt),
    state: keyState(key, now),
  }));
  const rows = views.map((key) => [
    key.name,
    key.domains?.join(',') ?? 'all',
    key.pattern,
    key.types?.map(typeLabel).join(',') ?? 'all',
    key.transfer ? 'yes' : 'no',
    key.weak ? `${key.algorithm} (weak)` : key.algorithm,
    key.lastUsedAt ?? 'never',
    key.state,
  ]);
  const head = [
    'NAME',
    'DOMAINS',
    'PATTERN',
    'TYPES',
    'TRANSFER',
    'ALGORITHM',
    'LAST USED',
    'STATE',
  ];
  printTable(flags, { keys: views }, { head, rows, empty: 'This workspace has no TSIG keys.' });
}

async function revoke(name: string, flags: StoreFlags): Promise<void> {
  const keyName = name.toLowerCase().replace(/\.$/, '');
  const outcome = await withStores(flags, async ({ database, now }) => {
    const at = await now();
    return persist(database, revokeUpdateKey({ name: keyName, at, revoker: 'operator' }));
  });
  if (outcome === 'unknown') throw new CommandError(`TSIG key ${keyName} not found.`);
  print(flags, { key: { name: keyName, revoked: true } }, [
    outcome === 'revoked' ? `Revoked ${keyName}.` : `${keyName} is already revoked.`,
  ]);
}
