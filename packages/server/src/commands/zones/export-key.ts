/** hostmaster dnssec export-key: the keys of a signed domain as files that other servers read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentRdata, rrTypes } from '@hostmaster/dns';
import { ecdsaP256, type ZoneKey } from '@hostmaster/dns/dnssec';
import type { Command } from 'commander';
import { Refusal } from '../../base/errors.ts';
import { openZoneKey, type SealedKey } from '../../base/zone-key-ring.ts';
import { isOwn } from '../../domains/keys-with-ds.ts';
import { listZoneKeys } from '../../storage/queries/zones/signing.ts';
import {
  type CommandContext,
  CommandError,
  type StoreFlags,
  storeCommand,
  withStores,
} from '../command.ts';
import { print } from '../print.ts';
import { requireHeldDomain } from './zone-export.ts';

interface ExportFlags extends StoreFlags {
  readonly out: string;
}

export function addExportKey(dnssec: Command): void {
  storeCommand(dnssec, 'export-key', 'write the private keys of a signed domain to files')
    .argument('<domain>', 'a registered domain')
    .option('--out <directory>', 'directory for the files', '.')
    .action(run);
}

/** A file that exists already is never replaced: it may be another key with the same tag. */
async function run(text: string, flags: ExportFlags): Promise<void> {
  const { name, keys } = await withStores(flags, async (context) => {
    const domain = await requireHeldDomain(context, text);
    const stored = await context.database.all(listZoneKeys, { domainId: domain.id });
    const opened = stored.filter(isOwn).map((key) => openOne(context, key));
    return { name: domain.name, keys: opened };
  });
  if (keys.length === 0) throw new CommandError(`${name} has no keys: DNSSEC is off.`);
  const files = keys.flatMap((key) => writeKey(name, key, flags.out));
  print(flags, { domain: name, files }, [
    ...files,
    'Keep the private files secret: with them anyone can forge answers for this domain.',
  ]);
}

function openOne({ secrets }: Pick<CommandContext, 'secrets'>, key: SealedKey): ZoneKey {
  try {
    return openZoneKey(secrets, key);
  } catch (error) {
    throw error instanceof Refusal ? new CommandError(error.message) : error;
  }
}

/** Named as BIND expects it. */
function writeKey(name: string, key: ZoneKey, directory: string): string[] {
  const algorithm = String(ecdsaP256).padStart(3, '0');
  const base = join(directory, `K${name}.+${algorithm}+${String(key.tag).padStart(5, '0')}`);
  const dnskey = presentRdata({ type: rrTypes.DNSKEY, rdata: key.dnskey });
  const contents = [
    [`${base}.key`, `${name}. IN DNSKEY ${dnskey}\n`],
    [`${base}.private`, key.toBindText()],
  ] as const;
  return contents.map(([file, content]) => {
    try {
      writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      throw new CommandError(`--out: ${error instanceof Error ? error.message : String(error)}`);
    }
    return file;
  });
}
