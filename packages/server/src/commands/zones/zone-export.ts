/** hostmaster zone export: the records of a domain as a zone file. */
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { findHeldDomain } from '../../storage/queries/domains/domains.ts';
import { exportZone } from '../../zone-files/export-zone.ts';
import { type CommandContext, CommandError, type StoreFlags, withStores } from '../command.ts';

interface ExportFlags extends StoreFlags {
  readonly out?: string;
}

export function addZoneExport(zone: Command): void {
  zone
    .command('export')
    .description('export the records of a domain as a zone file')
    .argument('<domain>', 'a registered domain')
    .option('--out <file>', 'write to this file instead of standard output')
    .option('--data-dir <directory>', 'directory of the databases (HOSTMASTER_DATA_DIR)')
    .action(run);
}

async function run(text: string, flags: ExportFlags): Promise<void> {
  const lines = await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, text);
    return Array.fromAsync(exportZone(context.database, domain, context.config));
  });
  if (flags.out === undefined) {
    process.stdout.write(lines.join(''));
    return;
  }
  try {
    writeFileSync(flags.out, lines.join(''));
  } catch (error) {
    throw new CommandError(`--out: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function requireHeldDomain({ database }: CommandContext, text: string) {
  const name = normaliseDomainName(text);
  const domain = name === null ? undefined : await database.first(findHeldDomain, { name });
  if (domain !== undefined) return domain;
  throw new CommandError(`Domain "${text}" not found.`);
}
