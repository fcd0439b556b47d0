/** hostmaster rdap: what the public sees of any domain, for people or as RDAP answers it. */
import type { Command } from 'commander';
import { isHostname, toAsciiName } from '../../domains/host-labels.ts';
import { lookUpDomain } from '../../operations/public-data/look-up-domain.ts';
import type { LookUp } from '../../rdap/look-up.ts';
import type { DomainSummary } from '../../rdap/summary.ts';
import { CommandError, type StoreFlags, storeCommand, withStores } from '../command.ts';
import { print } from '../print.ts';

export function registerRdapCommand(program: Command): void {
  storeCommand(program, 'rdap', 'show what the public sees of a domain, of this service or others')
    .argument('<domain>', 'a registered domain')
    .action(show);
}

async function show(text: string, flags: StoreFlags): Promise<void> {
  const name = toAsciiName(text.endsWith('.') ? text.slice(0, -1) : text);
  if (name === null || !isHostname(name)) throw new CommandError(`"${text}" is not a domain name.`);
  const found = await withStores(flags, async ({ database, config, lookUps, now }) => {
    const sources = { policy: config.publication, lookUps };
    return lookUpDomain(database, sources, { name, at: await now() });
  });
  if (found.kind !== 'found') throw new CommandError(problemOf(found, text));
  const { answer, summary, url } = found;
  print(flags, answer, linesOf(summary, url));
}

function problemOf(found: Exclude<LookUp, { kind: 'found' }>, text: string): string {
  if (found.kind === 'not-found') return `Domain "${text}" not found at ${found.url}.`;
  if (found.kind === 'unavailable') {
    return `${found.url ?? 'The list of RDAP servers'} could not be read: ${found.reason}`;
  }
  return `Domain "${text}" not found here, and no RDAP server is known for it. Names of others need HOSTMASTER_RDAP_BOOTSTRAP.`;
}

function linesOf(summary: DomainSummary, url: string): readonly string[] {
  const { isSigned } = summary;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Registrar', summary.registrar],
    ['Owner', summary.registrant],
    ['Registered', summary.registeredAt],
    ['Expires', summary.expiresAt],
    ['Last changed', summary.changedAt],
    ['Transferred', summary.transferredAt],
    ...summary.statuses.map((status) => ['Status', status] as const),
    ...summary.nameservers.map((host) => ['Nameserver', host] as const),
    ['DNSSEC', isSigned === null ? null : isSigned ? 'signed' : 'not signed'],
    ['Source', url],
  ];
  const known = rows.filter(([, value]) => value !== null);
  return [summary.name, ...known.map(([label, value]) => `  ${label.padEnd(12)}  ${value}`)];
}
